import { honeypotField, limits } from './fields'
import { strings } from './form-data'
import { sanitizeFreeText } from './normalize'

/** Where a visit came from: campaign parameters and path of its first page, and the referrer. */
export type Attribution = Record<string, string>

const campaignParameters = /^(utm_[a-z_]{1,20}|gclid|fbclid|msclkid)$/
const maxEntries = 16
/** Of all values together, because all are stored. */
const maxLength = 2000

/** What a form posts besides its fields. */
export function parseSubmissionMeta(form: unknown) {
  if (!(form instanceof FormData)) return {}
  const id = strings(form, 'submissionId')[0]?.toLowerCase()
  return {
    submissionId: id && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id) ? id : undefined,
    filledHoneypot: strings(form, honeypotField).some((value) => value !== ''),
    attribution: parseAttribution(strings(form, 'attribution')[0]),
  }
}

/** Reads and cleans what a page sent, and ignores unknown entries. */
export function parseAttribution(json: unknown): Attribution | undefined {
  if (typeof json !== 'string' || json === '') return undefined
  try {
    const entries = Object.entries(JSON.parse(json) as object).filter(
      ([name, value]) => typeof value === 'string' && isAttributionName(name),
    )
    const clean = limitEntries(entries).map(([name, value]) => [name, sanitizeFreeText(value)])
    return clean.length > 0 ? Object.fromEntries(clean) : undefined
  } catch {
    return undefined
  }
}

export function isAttributionName(name: string): boolean {
  return campaignParameters.test(name) || name === 'referrer' || name === 'landing_path'
}

/** A referrer can be someone's own page, and the others are ids of one person's click. The rest names a campaign. */
export function isPersonal(attributionName: string): boolean {
  return !/^(utm_|landing_path$)/.test(attributionName)
}

export function getAttribution(address: URL, referrer: string): Attribution {
  // The visitor left the first page before it was stored. Then the referrer is the first page.
  if (referrer.startsWith(`${address.origin}/`)) return getAttribution(new URL(referrer), '')
  const campaign = [...address.searchParams].filter(([name]) => campaignParameters.test(name))
  const source: Attribution = referrer === '' ? {} : { referrer }
  const all = { ...Object.fromEntries(campaign), ...source, landing_path: address.pathname }
  return Object.fromEntries(limitEntries(Object.entries(all)))
}

function limitEntries(entries: [name: string, value: string][]) {
  let left = maxLength
  return entries.slice(0, maxEntries).map(([name, value]): [string, string] => {
    const kept = value.slice(0, Math.min(limits.attribution, left))
    left -= kept.length
    return [name, kept]
  })
}
