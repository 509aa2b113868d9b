'use client'

import { useEffect } from 'react'

/**
 * Buttons open and close dialogs and popovers by attributes alone (`command`, `popovertarget`). A browser that does
 * not know them gets a script that does what they say.
 */
export function Invokers() {
  useEffect(() => {
    const known = 'command' in HTMLButtonElement.prototype && 'popover' in HTMLElement.prototype
    if (!known) import('./invokers-fallback').catch(() => undefined)
  }, [])
  return null
}
