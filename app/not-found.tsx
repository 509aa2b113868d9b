import type { Metadata } from 'next'
import { NotFound } from '@/components/site/not-found'
import { notFound } from '@/lib/content'

export const metadata: Metadata = { title: notFound.title, robots: { index: false } }

export default function NotFoundPage() {
  return <NotFound />
}
