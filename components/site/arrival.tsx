'use client'

import { useEffect } from 'react'
import { firstPage } from '@/lib/first-page'

/** What every page does once scripts run. */
export function Arrival() {
  useEffect(() => {
    // Where the visit came from goes along with a lead. The first look at the storage takes long, and nothing waits for it.
    setTimeout(() => firstPage.keep(window.location.href, document.referrer))
    // Buttons open and close dialogs and popovers by attributes alone (`command`, `popovertarget`). A browser that
    // does not know them gets a script that does what they say.
    const known = 'command' in HTMLButtonElement.prototype && 'popover' in HTMLElement.prototype
    if (!known) import('@/components/ui/invokers-fallback').catch(() => undefined)
  }, [])
  return null
}
