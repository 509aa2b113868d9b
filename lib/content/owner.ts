/** What only the owner knows. Each fact shows once it is filled in. */
export const owner: Owner = {
  /** Of the business, such as for Google. In the footer, and in the structured data. */
  postalAddress: null,
  /** The number from which visitors are called, such as `(509) 555-0100`. */
  callsFrom: null,
  /** When those who book a demo are called, as it follows “We call”: `Monday to Friday, 8 AM to 6 PM`, without the zone. */
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
  postalAddress: PostalAddress | null
  callsFrom: string | null
  callingHours: string | null
  worksWith: readonly string[] | null
  recording: string | null
  keepsNumber: string | null
  guarantee: string | null
  sendsTexts: boolean
}

/** In the United States. The state has two letters. */
export type PostalAddress = { street: string; city: string; state: string; zip: string }
