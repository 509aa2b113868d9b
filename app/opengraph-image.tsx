import { renderShareImage } from '@/components/site/brand-images'
import { shareImage } from '@/lib/content/site'

export const alt = shareImage.alt
export const size = { width: 1200, height: 630 }
export const contentType = 'image/png'

export default function ShareImage() {
  return renderShareImage(size)
}
