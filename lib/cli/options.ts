import 'server-only'
import { dayStart, isIsoDate } from '@/lib/dates/dates'
import { addDays } from '@/lib/dates/days'
import { holdReasons, leadStates } from '@/lib/leads/lead'
import { OpsError } from '@/lib/server/log'
import { callerPath } from './files'

/** The options of `npm run leads`. What is wrong with a value is an `OpsError`. */

export const options = {
  state: { type: 'string', usage: `--state ${leadStates.join('|')}` },
  reason: { type: 'string', usage: `--reason ${holdReasons.join('|')}` },
  since: { type: 'string', usage: '--since 30d|24h|2026-11-01' },
  until: { type: 'string', usage: '--until 30d|24h|2026-11-30' },
  out: { type: 'string', usage: '--out leads.csv' },
  yes: { type: 'boolean', usage: '--yes' },
  names: { type: 'boolean', usage: '--names' },
  delivered: { type: 'boolean', usage: '--delivered' },
  'with-consent': { type: 'boolean', usage: '--with-consent' },
  'per-minute': { type: 'string', usage: '--per-minute 30' },
} as const

export type OptionName = keyof typeof options
export type Options = ReturnType<typeof readOptions>

export const filterOptions: OptionName[] = ['state', 'reason', 'since', 'until']

/** `values` are those that `parseArgs` has read. */
export function readOptions(values: object) {
  const given = values as Partial<Record<OptionName, string>>
  const { state, reason, since, until, out, yes, names, delivered, ...others } = given
  return {
    filter: {
      states: readWords('state', leadStates, state),
      reasons: readWords('reason', holdReasons, reason),
      /** Milliseconds since 1970. 0 means all leads. A day begins at midnight in the site's zone. */
      since: readTime('since', since) ?? 0,
      /** The time before which the leads came. Of a day, its end. */
      until: readTime('until', until, 1),
    },
    isFiltered: filterOptions.some((option) => option in values),
    out: out && callerPath(out),
    yes: yes !== undefined,
    names: names !== undefined,
    delivered: delivered !== undefined,
    withConsent: others['with-consent'] !== undefined,
    perMinute: readPerMinute(others['per-minute']),
  }
}

function readWords<T extends string>(option: OptionName, known: readonly T[], text?: string): T[] {
  const words = text?.split(',') ?? []
  const isKnown = (word: string): word is T => known.some((each) => each === word)
  if (words.every(isKnown)) return words
  throw new OpsError(`--${option} must be ${known.join(', ')}, or several separated by commas.`)
}

function readPerMinute(text?: string): number | undefined {
  if (text === undefined || /^[1-9]\d{0,3}$/.test(text)) return text ? Number(text) : undefined
  throw new OpsError('--per-minute must be a whole number from 1 to 9999.')
}

const hourMs = 3_600_000

/** An age, or the midnight at which a day begins, or another one so many days later. */
function readTime(option: OptionName, text?: string, daysLater = 0): number | undefined {
  if (text === undefined) return undefined
  const [, count, unit] = /^([1-9]\d{0,4})([hd])$/.exec(text) ?? []
  if (count) return Date.now() - Number(count) * (unit === 'd' ? 24 * hourMs : hourMs)
  if (isIsoDate(text)) return dayStart(addDays(text, daysLater)).getTime()
  throw new OpsError(`--${option} must be like 30d, 24h or 2026-11-01.`)
}
