import { nav } from '@/lib/content/site'
import { site } from '@/lib/site'
import { Mark } from './logo'

export function Brand() {
  return (
    <a href="/" aria-label={nav.brandLabel} className="brand mr-auto">
      <Mark />
      {site.name}
    </a>
  )
}
