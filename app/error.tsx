'use client'

import { lazy, Suspense } from 'react'

// Every page would carry it otherwise. Should it not arrive either, the global page stands in.
const AppError = lazy(() => import('@/components/site/app-error'))

export default function ErrorPage({ retry }: { retry: () => void }) {
  return (
    <Suspense>
      <AppError retry={retry} />
    </Suspense>
  )
}
