import { startTransition, useEffect, useState } from 'react'

/** False in the HTML that was sent, true once scripts have taken over, which may take its time. */
export function useHydrated(): boolean {
  const [enhanced, setEnhanced] = useState(false)
  useEffect(() => startTransition(() => setEnhanced(true)), [])
  return enhanced
}
