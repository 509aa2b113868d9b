import { customer } from '@/lib/content/customer'

/** What a named customer says. Nothing where lib/content/customer.ts names none. */
export function Customer() {
  if (!customer) return null
  const { quote, name, company, town, photo } = customer
  return (
    <figure className="mt-8 flex flex-wrap items-center gap-5">
      {/* biome-ignore lint/performance/noImgElement: the server does not resize images. */}
      <img
        src={photo}
        alt=""
        width="80"
        height="80"
        loading="lazy"
        className="rounded-full object-cover"
      />
      <div className="flex-1 basis-64">
        <blockquote className="text-lg">“{quote}”</blockquote>
        <figcaption className="mt-1 text-deep-muted-foreground text-sm">
          {name}, {company}, {town}
        </figcaption>
      </div>
    </figure>
  )
}
