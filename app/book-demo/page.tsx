import { Wizard } from '@/components/booking/wizard'
import { Bait } from '@/components/site/bait'
import { Consent } from '@/components/site/consent'
import { JsonLd } from '@/components/site/json-ld'
import { booking } from '@/lib/content'
import { metadataOf } from '@/lib/metadata'
import { bookingData } from '@/lib/structured-data'

export const metadata = metadataOf({
  title: booking.metaTitle,
  description: booking.metaDescription,
  path: '/book-demo',
})

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
    </section>
  )
}
