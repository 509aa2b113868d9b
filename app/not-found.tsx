import type { Metadata } from 'next'
import { AttemptedPath } from '@/components/site/attempted-path'
import { ButtonLink } from '@/components/ui/button'
import { notFound } from '@/lib/content'

export const metadata: Metadata = { title: notFound.title, robots: { index: false } }

export default function NotFoundPage() {
  return (
    <section className="wrap py-section">
      <AttemptedPath />
      <h1 className="text-head">{notFound.title}</h1>
      <p className="mt-4 mb-8 text-ink-2 text-lead">{notFound.text}</p>
      <ButtonLink href="/">{notFound.home}</ButtonLink>
    </section>
  )
}
