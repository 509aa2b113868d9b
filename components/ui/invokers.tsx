'use client'

import { useEffect } from 'react'

/**
 * Buttons open and close dialogs and popovers by attributes alone (`commandfor`, `popovertarget`).
 * In a browser that does not know the attributes, one listener does what they say.
 */
export function Invokers() {
  useEffect(() => {
    const knowsCommands = 'command' in HTMLButtonElement.prototype
    if (knowsCommands) return
    const onClick = (event: MouseEvent) => {
      const button =
        event.target instanceof Element ? event.target.closest('button[commandfor]') : null
      const dialog = document.getElementById(button?.getAttribute('commandfor') ?? '')
      if (!(dialog instanceof HTMLDialogElement)) return
      if (button?.getAttribute('command') === 'show-modal') dialog.showModal()
      else dialog.close()
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [])
  return null
}
