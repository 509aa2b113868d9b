import { nav } from '@/lib/content'
import { site } from '@/lib/site'

export function Brand() {
  return (
    <a
      href="/"
      aria-label={nav.brandLabel}
      className="mr-auto flex min-h-11 items-center gap-2.5 font-bold tracking-tight"
    >
      <svg viewBox="0 0 34 34" fill="none" aria-hidden="true" className="size-8">
        <path
          d="M5 9h9a6 6 0 0 1 6 6v4a6 6 0 0 0 6 6h3"
          strokeWidth="7"
          className="stroke-copper"
        />
        <path d="M5 7.4h9a7.4 7.4 0 0 1 7 7" strokeWidth="1.8" className="stroke-glow" />
        <rect x="2" y="4" width="4" height="10" rx="1.5" className="fill-ink" />
        <rect x="28" y="20" width="4" height="10" rx="1.5" className="fill-ink" />
      </svg>
      {site.name}
    </a>
  )
}
