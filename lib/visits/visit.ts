import 'server-only'
import { campaignOf, parseAttribution } from '../forms/attribution'
import { fieldsOf } from '../forms/fields'
import { forms, leadKinds } from '../forms/forms'
import { paths } from '../pages.mjs'

/** What a page sends when it is hidden or left (lib/page/loader/count-visit.ts). */

export const visitPath = '/api/count'
export const visitType = 'text/plain;charset=UTF-8'
export const maxVisitBytes = 1024

/** An entry, each page that is shown, a tap on the number at which the AI answers, and of each form what its visitors do and which fields it refuses. */
const countable = new Set([
  'entry',
  'demo phone',
  ...paths,
  ...leadKinds.flatMap((kind) =>
    [
      'opened',
      'begun',
      ...fieldsOf(forms[kind]).flatMap(({ name, step }) => (step ? [name, `step ${step}`] : name)),
    ].map((what) => `${kind} ${what}`),
  ),
])

/** Null unless it is exactly what a page writes: the campaign's parameters, the host that referred, and each name once. */
export function parseVisit(text: string) {
  try {
    const [query, host, ...names]: string[] = JSON.parse(text)
    const isExact =
      JSON.stringify([`${query}`, `${host}`, ...new Set(names)]) === text &&
      query?.split('&').every((part) => /^(utm_(source|campaign)=[^#]*)?$/.test(part)) &&
      /^[\w.:[\]-]*$/.test(host ?? '') &&
      names.length > 0 &&
      names.every((name) => countable.has(name))
    if (!isExact) return null
    const parameters = Object.fromEntries(new URLSearchParams(query))
    const attribution = JSON.stringify({ ...parameters, referrer: `https://${host}` })
    // As a lead of the same visit has it.
    return { campaign: campaignOf(parseAttribution(attribution) ?? {}), names }
  } catch {
    return null
  }
}
