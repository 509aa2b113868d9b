import { Activity } from 'react'
import { DemoTicket } from '@/components/booking/demo-ticket'
import { WhatNext } from '@/components/booking/what-next'
import { Wizard } from '@/components/booking/wizard'
import { Honeypot } from '@/components/site/bait'
import { Consent } from '@/components/site/consent'
import { JsonLd } from '@/components/site/json-ld'
import { Toaster } from '@/components/ui/toaster'
import { booking, bookingPage } from '@/lib/content/booking'
import { toastMessages } from '@/lib/content/forms'
import { services } from '@/lib/content/services'
import { ownTitle, pageMetadata } from '@/lib/seo'
import { env } from '@/lib/server/env'
import { site } from '@/lib/site'

const { metaTitle: title, metaDescription: description } = bookingPage

export const metadata = {
  ...pageMetadata({ title, description, path: '/book-demo' }),
  title: ownTitle,
}

/** Seconds that Vercel grants the server action of this page. */
export const maxDuration = 60

export default function BookDemoPage() {
  return (
    <section aria-labelledby="book-title" className="wrap py-10 md:py-16">
      <JsonLd page="booking" origin={env.siteUrl} />
      <h1 id="book-title" className="text-head">
        {bookingPage.title}
      </h1>
      <p className="mt-3 mb-8 text-ink-2 text-lead">{bookingPage.lead}</p>
      {/* Comes to life in a task of its own. Suspense would too, but could send the form after the page. */}
      <Activity>
        <Wizard
          title={`${title} | ${site.name}`}
          words={booking}
          services={services.map(({ slug, name }) => ({ slug, name }))}
          bait={<Honeypot />}
          ticket={<DemoTicket values={{}} />}
          whatNext={<WhatNext />}
          consent={<Consent />}
        />
      </Activity>
      <Toaster dismissLabel={toastMessages.dismiss} />
    </section>
  )
}
