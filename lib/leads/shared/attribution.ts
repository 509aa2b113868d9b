import { limits } from './limits'
import { normalize, sanitizeFreeText } from './normalize'

/** Where a visit came from: campaign marks of its first address, the page before it, the page it began on. */

export type Attribution = Record<string, string>

const campaignParameters = /^(utm_[a-z_]{1,20}|gclid|fbclid|msclkid)$/
const maxEntries = 16

export function getAttribution(address: URL, referrer: string): Attribution {
  // A visit that went on before its first page could note anything is known by where it came from.
  if (ours(referrer, address)) return getAttribution(new URL(referrer), '')
  const found = [...address.searchParams].filter(([name]) => campaignParameters.test(name))
  const from: Attribution = referrer === '' ? {} : { referrer }
  return bounded({ ...Object.fromEntries(found), ...from, landing_path: address.pathname })
}

/** Reads what a page sent, and cleans it like other text; other entries are left out. */
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

function bounded(attribution: Attribution): Attribution {
  const entries = Object.entries(attribution).slice(0, maxEntries)
  return Object.fromEntries(
    entries.map(([name, value]) => [name, value.slice(0, limits.attribution)]),
  )
}

function ours(page: string, address: URL): boolean {
  return page.startsWith(`${address.origin}/`)
}
