export function Photo({ src, size }: { src: string; size: number }) {
  return (
    // biome-ignore lint/performance/noImgElement: the server does not resize images.
    <img
      src={src}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      className="rounded-sm object-cover"
    />
  )
}
