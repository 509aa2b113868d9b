import { renderIcon } from '@/components/site/brand-images'

const size = 32

export const dynamic = 'force-static'

/** Some clients request /favicon.ico although no page links to it. An ICO file is a header of 22 bytes and a PNG. */
export async function GET() {
  const png = Buffer.from(await renderIcon(size, 0.08).arrayBuffer())
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.writeUInt8(size, 6)
  header.writeUInt8(size, 7)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return new Response(Buffer.concat([header, png]), {
    headers: { 'content-type': 'image/x-icon' },
  })
}
