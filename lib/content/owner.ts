/** What only the owner knows. Each fact shows once it is filled in. */
export const owner: Owner = {
  /** Of the business, such as for Google. In the footer, and in the structured data. */
  postalAddress: null,
  /** Whether visitors get text messages, too. The forms then ask for consent to them as carriers require. */
  sendsTexts: false,
}

type Owner = {
  postalAddress: PostalAddress | null
  sendsTexts: boolean
}

/** In the United States. The state has two letters. */
export type PostalAddress = { street: string; city: string; state: string; zip: string }
