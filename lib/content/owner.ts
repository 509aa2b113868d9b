import type { CallingHours } from '../dates/calling-hours'

/**
 * What only the owner knows. Each fact shows once it is filled in. A photo is a file in `public/`, square, and at least 192
 * pixels wide.
 */
export const owner: Owner = {
  /** Who stands behind the product. The sentence is the person’s own, of at most about 100 characters. */
  person: null,
  /** A customer who may be named, with words of at most about 100 characters. */
  customer: null,
  /** How long the free trial is, and whether it needs a card: the answer to “How does the free trial work?”. */
  trial: null,
  /** The lowest price of a month in dollars, such as `299`. */
  priceFrom: null,
  /** Where customers have rated the product with 5.0, as `{ source: 'Google', count: 37, link: 'https://…' }`. */
  rating: null,
  /** What happens to a call that the AI does not answer: the answer to “What about the other 2%?”. */
  otherCalls: null,
  /** Of the business, such as for Google. In the footer, and in the structured data. */
  postalAddress: null,
  /** The number from which visitors are called, such as `(509) 555-0100`. */
  callsFrom: null,
  /**
   * When those who book a demo are called, by the clocks of the site's zone: `{ days: 'Monday to Friday', from: 8, to: 18 }`.
   * The first day that can be booked is the one after the day on which the promised hours end.
   */
  callingHours: null,
  /** The names of products that work with the AI, such as the software in which plumbers schedule jobs. */
  worksWith: null,
  /** A call with the AI, as an audio file in `public/`: `/call.mp3`. Played below the example call, and loaded when it is played. */
  recording: null,
  /** The answer to “Do I keep my number?”. */
  keepsNumber: null,
  /** What the revenue protection guarantee covers. */
  guarantee: null,
  /** Whether visitors get text messages, too. The forms then ask for consent to them as carriers require. */
  sendsTexts: false,
}

type Owner = {
  person: (Named & { role: string; sentence: string }) | null
  customer: (Named & { company: string; quote: string }) | null
  trial: string | null
  priceFrom: number | null
  rating: Rating | null
  otherCalls: string | null
  postalAddress: PostalAddress | null
  callsFrom: string | null
  callingHours: CallingHours | null
  worksWith: readonly string[] | null
  recording: string | null
  keepsNumber: string | null
  guarantee: string | null
  sendsTexts: boolean
}

export type Named = { name: string; town: string; photo: `/${string}` }

export type Rating = { source: string; count: number; link: string }

/** In the United States. The state has two letters. */
export type PostalAddress = { street: string; city: string; state: string; zip: string }
