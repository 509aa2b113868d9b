'use client'

import { useEffect } from 'react'
import { firstPage } from '@/lib/first-page'

/** What every page does once scripts run. */
export function Arrival() {
  useEffect(() => {
    // Where the visit came from goes along with a lead.
    firstPage.keep(window.location.href, document.referrer)
    // Buttons open and close dialogs by attributes alone (`command`, `commandfor`). A browser that does not know them
    // gets a script that does what they say.
    if (!('command' in HTMLButtonElement.prototype))
      void import('@/components/ui/invokers-fallback')
  }, [])
  return null
}
