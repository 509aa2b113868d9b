import { nav } from '@/lib/content'
import { site } from '@/lib/site'
import { Mark } from './mark'

export function Brand() {
  return (
    <a
      href="/"
      aria-label={nav.brandLabel}
      className="mr-auto flex min-h-11 items-center gap-2.5 font-bold text-lead leading-none tracking-tight"
    >
      <Mark />
      {site.name}
    </a>
  )
}
