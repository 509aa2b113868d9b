import { lazy } from 'react'

/** Comes with the first refusal. Should it not arrive, the toast and the words under the fields still tell. */
export const Refusal = lazy(() => import('./refusal').catch(() => ({ default: () => null })))
