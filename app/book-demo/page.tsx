import { Activity } from 'react'
import { DemoTicket } from '@/components/booking/demo-ticket'
import { Wizard } from '@/components/booking/wizard'
import { Consent } from '@/components/forms/consent'
import { JsonLd } from '@/components/site/json-ld'
import { LockIcon } from '@/components/ui/icon'
import { bookingPage } from '@/lib/content/booking'
import { callingHours } from '@/lib/content/calls'
import { demoLength } from '@/lib/content/demo'
import { pageWords } from '@/lib/content/pages'
import { ownTitle, pageMetadata } from '@/lib/page/seo'
import { site } from '@/lib/site'

export const metadata = { ...pageMetadata('/book-demo'), title: ownTitle }

/** Seconds that Vercel grants the server action of this page. */
export const maxDuration = 60

export default function BookDemoPage() {
  return (
    <section aria-labelledby="book-title" className="wrap py-6 md:py-16">
      <JsonLd path="/book-demo" />
      {/* The loader hides a form whose draft is past the first step. Browsers that know this link paint nothing before it. */}
      <link rel="expect" href="#loaded" blocking="render" />
      {/* On a phone, it makes room for the form after the first step. */}
      <div className="mb-8 max-sm:later:sr-only">
        <h1 id="book-title" className="text-head">
          {bookingPage.title}
        </h1>
        <p className="mt-3 text-muted-foreground text-lg">{bookingPage.intro(demoLength)}</p>
      </div>
      {/* Hydrates in a task of its own. Suspense would too, but could stream the form after the page. */}
      <Activity>
        <Wizard
          title={`${pageWords['/book-demo'].title} | ${site.name}`}
          blankTicket={<DemoTicket values={{}} />}
          secure={
            <p className="flex items-start gap-2 text-muted-foreground text-sm">
              <LockIcon />
              <span>{bookingPage.secure}</span>
            </p>
          }
          whatNext={<WhatNext />}
          consent={<Consent />}
        />
      </Activity>
    </section>
  )
}

function WhatNext() {
  const { title, items } = bookingPage.whatHappensNext
  return (
    <section
      aria-labelledby="next-title"
      className="wrap-anywhere rounded-3xl rounded-bl-sm border border-deep-border bg-deep p-[min(1.5rem,6vw)] text-deep-foreground"
    >
      <h3 id="next-title" className="text-lg">
        {title}
      </h3>
      <ol className="mt-2 ml-[1.4em] list-decimal">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ol>
      {callingHours && <p className="mt-2">{callingHours}</p>}
    </section>
  )
}
