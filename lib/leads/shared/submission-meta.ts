import { honeypotField, limits } from './fields'
import { strings } from './form-data'
import { normalize, sanitizeFreeText } from './normalize'

/** What a form posts besides its fields. */
export type SubmissionMeta = {
  submissionId?: string
  attribution?: Attribution
  filledHoneypot?: boolean
}

/** Where a visit came from: campaign parameters and path of its first page, and the referrer. */
export type Attribution = Record<string, string>

const campaignParameters = /^(utm_[a-z_]{1,20}|gclid|fbclid|msclkid)$/
const maxEntries = 16

export function parseSubmissionMeta(form: unknown): SubmissionMeta {
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
    const entries = Object.entries(JSON.parse(json) as object).flatMap(([name, value]) =>
      typeof value === 'string' && isAttributionName(name)
        ? [[name, sanitizeFreeText(normalize(value).slice(0, limits.attribution))] as const]
        : [],
    )
    return entries.length > 0 ? Object.fromEntries(entries.slice(0, maxEntries)) : undefined
  } catch {
    return undefined
  }
}

export function isAttributionName(name: string): boolean {
  return campaignParameters.test(name) || name === 'referrer' || name === 'landing_path'
}

export function getAttribution(address: URL, referrer: string): Attribution {
  // The visitor left the first page before it was stored. Then the referrer is the first page.
  if (referrer.startsWith(`${address.origin}/`)) return getAttribution(new URL(referrer), '')
  const campaign = [...address.searchParams].filter(([name]) => campaignParameters.test(name))
  const source: Attribution = referrer === '' ? {} : { referrer }
  const all = { ...Object.fromEntries(campaign), ...source, landing_path: address.pathname }
  const entries = Object.entries(all).slice(0, maxEntries)
  return Object.fromEntries(
    entries.map(([name, value]) => [name, value.slice(0, limits.attribution)]),
  )
}
