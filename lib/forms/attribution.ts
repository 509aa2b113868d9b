import { readFirstVisit } from './client/storage'
import { maxLengths } from './fields'
import { sanitizeFreeText } from './normalize'

/** Where a visit came from: campaign parameters and path of its first page, and the referrer. */
export type Attribution = Record<string, string>

const campaignParameters = /^(utm_(source|medium|campaign|term|content|id)|gclid|fbclid|msclkid)$/
/** Besides them. docs/privacy.md names each. */
export const visitNames = ['referrer', 'landing_path']
/** Of all values together, because all are stored. */
const maxLength = 2000

/** Where the visitor came from, as JSON. Throws if the first page of the visit was not stored. */
export function visitAttribution(): string {
  const [address, referrer] = JSON.parse(String(readFirstVisit()))
  return JSON.stringify(getAttribution(new URL(address), referrer))
}

export function getAttribution(address: URL, referrer: string): Attribution {
  // The visitor left the first page before it was stored. Then the referrer is the first page.
  if (referrer.startsWith(`${address.origin}/`)) return getAttribution(new URL(referrer), '')
  const campaign = [...address.searchParams].filter(([name]) => campaignParameters.test(name))
  const source: Attribution = referrer === '' ? {} : { referrer }
  const all = { ...Object.fromEntries(campaign), ...source, landing_path: address.pathname }
  return Object.fromEntries(limitEntries(Object.entries(all)))
}

/** Reads and cleans what a page sent, and ignores unknown entries. */
export function parseAttribution(json: unknown): Attribution | undefined {
  try {
    const entries = Object.entries(JSON.parse(String(json)) as object).filter(
      ([name, value]) =>
        typeof value === 'string' && (campaignParameters.test(name) || visitNames.includes(name)),
    )
    const clean = limitEntries(entries)
      .map(([name, value]): [string, string] => [name, sanitizeFreeText(value)])
      .filter(([name, value]) => isPersonal(name) || !namesPerson.test(value))
    return clean.length > 0 ? Object.fromEntries(clean) : undefined
  } catch {
    return undefined
  }
}

/** What a visit is counted by: the source and the name of its campaign, else the site that referred, else `direct`. */
export function campaignOf({ utm_source, utm_campaign, referrer = '' }: Attribution): string {
  const names = [utm_source, utm_campaign].map((name = '') =>
    // By code points, so that no half of a surrogate pair is left.
    [...String(name)].slice(0, 80).join(''),
  )
  const host = URL.canParse(referrer) ? new URL(referrer).host : ''
  return names.filter(Boolean).join(' / ') || (namesPerson.test(host) ? '' : host) || 'direct'
}

function limitEntries(entries: [name: string, value: string][]) {
  let left = maxLength
  return entries.map(([name, value]): [string, string] => {
    const kept = value.slice(0, Math.min(maxLengths.attribution, left))
    left -= kept.length
    return [name, kept]
  })
}

/**
 * An email address, or a phone number of the North American numbering plan. Values with one are dropped, unless they are
 * deleted with the lead's other personal data: the rest is kept for a year.
 */
const namesPerson = /@|%40|(?<!\d)1?\(?[2-9]\d\d\)?[ .-]*[2-9]\d\d[ .-]*\d{4}(?!\d)/i

/** A referrer can be someone's own page, and the others are ids of one person's click. The rest names a campaign. */
export function isPersonal(attributionName: string): boolean {
  return !/^(utm_|landing_path$)/.test(attributionName)
}
