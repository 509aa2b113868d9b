import { useSyncExternalStore } from 'react'

/** What the browser has stored. Read again when it shows a page that it has kept, because the demo can have been changed. */
export function useStored(read: () => string | null): string | null {
  return useSyncExternalStore(onPageShow, read, () => null)
}

function onPageShow(changed: () => void) {
  addEventListener('pageshow', changed)
  return () => removeEventListener('pageshow', changed)
}
