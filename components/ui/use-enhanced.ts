import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** False in the HTML that was sent, true once scripts have taken over. */
export function useEnhanced(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
