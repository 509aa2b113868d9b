import { useState } from 'react'
import { flushSync } from 'react-dom'
import { forgetSteps } from '@/lib/forms/client/step-history'

export function useLeaving(): [leaving: boolean, leave: (address: string) => void] {
  const [leaving, setLeaving] = useState(false)

  /**
   * The browser may keep the page and show it again (Back). On `pagehide`, Firefox would lose the update. Rendered at once,
   * because WebKit can drop the message with which React wakes itself up for scheduled work.
   */
  function showAgain() {
    flushSync(() => setLeaving(false))
    // The form is gone, and the focus with it.
    document.getElementById('booked-title')?.focus()
  }

  function leave(address: string) {
    setLeaving(true)
    addEventListener('pageshow', showAgain, { once: true })
    void forgetSteps().then(() => location.assign(address))
  }

  return [leaving, leave]
}
