'use client'

import { ErrorScreen } from '@/components/site/error-screen'
import { Button, ButtonLink } from '@/components/ui/button'
import { appError } from '@/lib/content/error-pages'

export default function ErrorPage({ retry }: { retry: () => void }) {
  return (
    <ErrorScreen {...appError}>
      <Button onClick={retry}>{appError.retry}</Button>
      <ButtonLink href="/" variant="outline">
        {appError.home}
      </ButtonLink>
    </ErrorScreen>
  )
}
