import { iconImage } from '@/components/site/brand-images'

const icons = {
  'icon-192.png': { size: 192, margin: 0.12 },
  'icon-512.png': { size: 512, margin: 0.12 },
  // A launcher may cut a circle out of it: the mark keeps to the middle.
  'maskable-512.png': { size: 512, margin: 0.24 },
} as const

export const dynamic = 'force-static'
export const dynamicParams = false

export function generateStaticParams() {
  return Object.keys(icons).map((file) => ({ file }))
}

export async function GET(_: Request, { params }: { params: Promise<{ file: string }> }) {
  const { file } = await params
  const icon = icons[file as keyof typeof icons]
  return iconImage(icon.size, icon.margin)
}
