'use client'

import { useEffect } from 'react'

/**
 * Buttons open and close dialogs by attributes alone (`command`, `commandfor`). A browser that does not know them
 * gets a script that does what they say.
 */
export function Invokers() {
  useEffect(() => {
    if (!('command' in HTMLButtonElement.prototype)) void import('./invokers-fallback')
  }, [])
  return null
}
