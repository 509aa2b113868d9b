import { startTransition, useEffect, useState } from 'react'

/** False in the HTML, true after hydration. The change is a transition, so it does not delay the visitor's input. */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(false)
  useEffect(() => startTransition(() => setHydrated(true)), [])
  return hydrated
}
