'use client'

import { lazy, Suspense } from 'react'

const NotFound = lazy(() => import('./not-found'))

/** The framework sends what a 404 shows along with every page. This sends a reference, and a 404 the rest. */
export function NotFoundLater() {
  return (
    <Suspense>
      <NotFound />
    </Suspense>
  )
}
