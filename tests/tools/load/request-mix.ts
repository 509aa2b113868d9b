import { bookableDay, visitor } from '../../support/visitor/booking'
import { multipart, multipartType } from '../../support/visitor/http'
import { bookingForm, leadEntries, leadRequest, readForm } from '../../support/visitor/lead-post'
import { newClientAddress, requiredValues } from '../../support/visitor/visitor'
import type { LeadTracker } from '../lead-tracker'

export type TestRequest = {
  path: string
  body?: string
  headers?: Record<string, string>
  expected: number[]
  /** Called when the server accepts the lead. */
  acknowledge?: () => void
}

/** Used in place of an HTTP status. */
export const connectionClosed = 0

const pages = ['/', '/book-demo', '/', '/thank-you', '/', '/robots.txt', '/']

/** The requests of `npm run tool -- load`, with the forms of this site. */
export async function requestMix(site: string, leads: LeadTracker) {
  const forms = {
    callback: await readForm(site),
    booking: await readForm(`${site}/book-demo`, bookingForm),
  }
  const preferredDate = bookableDay()
  let sent = 0

  /** Nine pages, then a lead. Every fifth lead is hostile. */
  function nextRequest(): TestRequest {
    const index = sent++
    if (index % 10 !== 9) return { path: pages[index % pages.length] ?? '/', expected: [200] }
    const turn = Math.floor(index / 10)
    if (turn % 5 === 4) return hostile(Math.floor(turn / 5))
    return turn % 2 ? booking() : callback()
  }

  function callback(name = leads.nextName()): TestRequest {
    const body = { Name: name, Phone: leadEntries.phone, Company: leadEntries.businessName }
    return {
      ...leadRequest(forms.callback.hidden, 'native', newClientAddress(), { name }),
      path: '/',
      expected: [303],
      acknowledge: () => leads.acknowledge(name, body),
    }
  }

  function booking(): TestRequest {
    const fullName = leads.nextName()
    const slot = { preferredDate, preferredTime: '12:30 PM' }
    const entries = { ...requiredValues('booking'), ...visitor, fullName, ...slot }
    return {
      path: '/book-demo',
      body: multipart(Object.entries({ ...forms.booking.hidden, ...entries })),
      headers: { ...multipartType, 'x-forwarded-for': newClientAddress() },
      expected: [303],
      acknowledge: () => leads.acknowledge(fullName, entries),
    }
  }

  function hostile(turn: number): TestRequest {
    const { body, headers } = callback('Ana Ruiz')
    const kinds: Partial<TestRequest>[] = [
      { headers: { ...headers, origin: 'https://elsewhere.example' } },
      { headers: { ...headers, 'next-action': 'f'.repeat(42) } },
      { headers: { 'x-forwarded-for': newClientAddress() } },
      { body: 'x'.repeat(1_000_000) },
      { body: body?.replace('Ana Ruiz', '\0'.repeat(20_000)) },
    ]
    // The server closes the connection of a client that sends too much.
    const expected = [200, 400, 403, 404, 405, 413, 415, connectionClosed]
    return { path: '/', body, headers, ...kinds[turn % kinds.length], expected }
  }

  return { nextRequest, callback }
}
