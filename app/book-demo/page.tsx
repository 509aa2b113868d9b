import type { Metadata } from 'next'
import { DemoTicket } from '@/components/booking/demo-ticket'
import { WhatNext } from '@/components/booking/what-next'
import { Wizard } from '@/components/booking/wizard'
import { Bait } from '@/components/site/bait'
import { Consent } from '@/components/site/consent'
import { Toaster } from '@/components/ui/toaster'
import { booking, bookingPage, notices, services, shareImage } from '@/lib/content'

export const metadata: Metadata = {
  title: bookingPage.metaTitle,
  description: bookingPage.metaDescription,
  alternates: { canonical: '/book-demo' },
  openGraph: {
    title: bookingPage.metaTitle,
    description: bookingPage.metaDescription,
    url: '/book-demo',
    // What a page says of itself replaces what the root says, the image too.
    images: [{ url: '/opengraph-image', width: 1200, height: 630, alt: shareImage.alt }],
  },
}

export default function BookDemoPage() {
  return (
    <section aria-labelledby="book-title" className="wrap py-10 md:py-16">
      <h1 id="book-title" className="text-head">
        {bookingPage.title}
      </h1>
      <p className="mt-3 mb-8 text-ink-2 text-lead">{bookingPage.lead}</p>
      <Wizard
        words={booking}
        services={services.map(({ slug, name }) => ({ slug, name }))}
        bait={<Bait />}
        ticket={<DemoTicket values={{}} />}
        whatNext={<WhatNext />}
        consent={<Consent />}
      />
      <Toaster dismissLabel={notices.dismiss} />
    </section>
  )
}
