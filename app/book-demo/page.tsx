import { Wizard } from '@/components/booking/wizard'
import { Bait } from '@/components/site/bait'
import { Consent } from '@/components/site/consent'
import { JsonLd } from '@/components/site/json-ld'
import { booking } from '@/lib/content'
import { metadataOf, ownTitle } from '@/lib/metadata'
import { site } from '@/lib/site'
import { bookingData } from '@/lib/structured-data'

const { metaTitle: title, metaDescription: description } = booking

export const metadata = {
  ...metadataOf({ title, description, path: '/book-demo' }),
  title: ownTitle,
}

export default function BookDemoPage() {
  return (
    <section aria-labelledby="book-title" className="wrap py-10 md:py-16">
      <JsonLd data={bookingData()} />
      <h1 id="book-title" className="text-head">
        {booking.title}
      </h1>
      <p className="mt-3 mb-8 text-ink-2 text-lead">{booking.lead}</p>
      <Wizard bait={<Bait />}>
        <Consent />
      </Wizard>
      <title>{`${title} | ${site.name}`}</title>
    </section>
  )
}
