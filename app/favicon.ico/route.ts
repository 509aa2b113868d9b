import { iconImage } from '@/components/site/brand-images'

const size = 32

export const dynamic = 'force-static'

/** For whoever asks for it without being told: the file format is a short table of contents before a PNG. */
export async function GET() {
  const png = Buffer.from(await iconImage(size, 0.08).arrayBuffer())
  const contents = Buffer.alloc(22)
  contents.writeUInt16LE(1, 2)
  contents.writeUInt16LE(1, 4)
  contents.writeUInt8(size, 6)
  contents.writeUInt8(size, 7)
  contents.writeUInt16LE(1, 10)
  contents.writeUInt16LE(32, 12)
  contents.writeUInt32LE(png.length, 14)
  contents.writeUInt32LE(contents.length, 18)
  return new Response(Buffer.concat([contents, png]), {
    headers: { 'content-type': 'image/x-icon' },
  })
}
