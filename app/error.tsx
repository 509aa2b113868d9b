'use client'

import { AppError } from '@/components/site/app-error'

export default function ErrorPage({ retry }: { retry: () => void }) {
  return <AppError retry={retry} />
}
