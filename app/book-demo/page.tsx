import type { Metadata } from 'next'
import { Wizard } from '@/components/booking/wizard'
import { Bait } from '@/components/site/bait'
import { Consent } from '@/components/site/consent'
import { booking, shareImage } from '@/lib/content'

export const metadata: Metadata = {
  title: booking.metaTitle,
  description: booking.metaDescription,
  alternates: { canonical: '/book-demo' },
  openGraph: {
    title: booking.metaTitle,
    description: booking.metaDescription,
    url: '/book-demo',
    // What a page says of itself replaces what the root says, the image too.
    images: [{ url: '/opengraph-image', width: 1200, height: 630, alt: shareImage.alt }],
  },
}

export default function BookDemoPage() {
  return (
    <section aria-labelledby="book-title" className="wrap py-10 md:py-16">
      <h1 id="book-title" className="text-head">
        {booking.title}
      </h1>
      <p className="mt-3 mb-8 text-ink-2 text-lead">{booking.lead}</p>
      <Wizard bait={<Bait />}>
        <Consent />
      </Wizard>
    </section>
  )
}
