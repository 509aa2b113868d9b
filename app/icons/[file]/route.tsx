import { renderIcon } from '@/components/site/brand-images'

const icons = {
  'icon-192.png': { size: 192, margin: 0.12 },
  'icon-512.png': { size: 512, margin: 0.12 },
  // A launcher may crop it to a circle, so the mark has a wide margin.
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
  return renderIcon(icon.size, icon.margin)
}
