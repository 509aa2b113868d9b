import type { Metadata } from 'next'
import { NotFoundLater } from '@/components/site/not-found-later'
import { notFound } from '@/lib/content/not-found'

export const metadata: Metadata = { title: notFound.title, robots: { index: false } }

export default function NotFoundPage() {
  return <NotFoundLater />
}
