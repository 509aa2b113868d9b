import type { Metadata } from 'next'
import { AttemptedPath } from '@/components/site/client-setup'
import { ErrorScreen } from '@/components/site/error-screen'
import { ButtonLink } from '@/components/ui/button'
import { notFound } from '@/lib/content/site'

export const metadata: Metadata = { title: notFound.title, robots: { index: false } }

export default function NotFoundPage() {
  return (
    <ErrorScreen
      {...notFound}
      rows={[{ label: notFound.address, text: <AttemptedPath /> }, ...notFound.rows]}
    >
      <ButtonLink href="/">{notFound.home}</ButtonLink>
    </ErrorScreen>
  )
}
