import { limits } from './fields'
import { normalize, sanitizeFreeText } from './normalize'

/** Where a visit came from: campaign parameters and path of its first page, and the referrer. */
export type Attribution = Record<string, string>

const campaignParameters = /^(utm_[a-z_]{1,20}|gclid|fbclid|msclkid)$/
const maxEntries = 16

export function getAttribution(address: URL, referrer: string): Attribution {
  // The visitor left the first page before it was stored. Then the referrer is the first page.
  if (isSameOrigin(referrer, address)) return getAttribution(new URL(referrer), '')
  const campaign = [...address.searchParams].filter(([name]) => campaignParameters.test(name))
  const source: Attribution = referrer === '' ? {} : { referrer }
  return limited({ ...Object.fromEntries(campaign), ...source, landing_path: address.pathname })
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

function limited(attribution: Attribution): Attribution {
  const entries = Object.entries(attribution).slice(0, maxEntries)
  return Object.fromEntries(
    entries.map(([name, value]) => [name, value.slice(0, limits.attribution)]),
  )
}

function isSameOrigin(page: string, address: URL): boolean {
  return page.startsWith(`${address.origin}/`)
}
