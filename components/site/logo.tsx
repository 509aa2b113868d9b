import { nav } from '@/lib/content/layout'
import { site } from '@/lib/site'
import { cn } from '@/lib/utils'

/** An elbow of copper pipe with two couplings, which is also a ringing handset. On a grid of 40. */
export const logoPaths = {
  pipe: 'M11 11v4a14 14 0 0 0 14 14h4',
  highlight: 'M9.2 11v4A15.8 15.8 0 0 0 20 30',
  couplings:
    'M4.5 6.5a2 2 0 0 1 2-2h9a2 2 0 0 1 2 2v5h-13zM35.5 24.5a2 2 0 0 0-2-2h-5v13h5a2 2 0 0 0 2-2z',
  waves: 'M22 11.5a6.5 6.5 0 0 1 6.5 6.5M22 4.5A13.5 13.5 0 0 1 35.5 18',
} as const

const name = 'flex min-h-11 items-center gap-2 font-bold text-lg'

/** The link home in the header of every page. The only place that contains the paths of the mark. */
export function LogoLink() {
  return (
    <a href="/" translate="no" aria-label={nav.brandLabel(site.name)} className={name}>
      <svg id="mark" viewBox="0 0 40 40" fill="none" aria-hidden="true" className="size-[36px]">
        <path d={logoPaths.pipe} strokeWidth="8" className="stroke-primary" />
        <path d={logoPaths.highlight} strokeWidth="1.6" className="stroke-glow" />
        <path d={logoPaths.couplings} className="fill-current" />
        <path
          d={logoPaths.waves}
          strokeWidth="2.8"
          strokeLinecap="round"
          className="stroke-water"
        />
      </svg>
      {site.name}
    </a>
  )
}

export function Logo() {
  return (
    <p translate="no" className={name}>
      <LogoMark />
      {site.name}
    </p>
  )
}

/** The mark without the name. It repeats the one in the header. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 40 40" aria-hidden="true" className={cn('size-[36px]', className)}>
      <use href="#mark" />
    </svg>
  )
}
