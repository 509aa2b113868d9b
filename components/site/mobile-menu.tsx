'use client'

import type { MouseEvent, ReactNode } from 'react'

/** The platform's popover: opens and closes before and without scripts. A script closes it on a choice. */
export function MobileMenu({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is pressed is one of the links within.
    // biome-ignore lint/a11y/useKeyWithClickEvents: a key on a link is a click.
    <div id="menu" popover="auto" className="menu md:hidden" onClick={closeOnChoice}>
      {children}
    </div>
  )
}

function closeOnChoice({ currentTarget, target }: MouseEvent<HTMLElement>) {
  if (target instanceof Element && target.closest('a')) currentTarget.hidePopover?.()
}
