import { renderIcon } from '@/components/site/brand-images'

export const size = { width: 180, height: 180 }
export const contentType = 'image/png'

export default function AppleIcon() {
  return renderIcon(size.width, 0.14)
}
