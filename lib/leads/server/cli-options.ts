import 'server-only'
import { parseArgs } from 'node:util'
import { callbackKinds, type LeadKind, sources } from '@/lib/site'
import { isAttributionName } from '../shared/submission-meta'
import { leadStates } from './journal/records'

/** Reads the command line of `npm run leads`. What is wrong with it is a `UsageError`: one sentence for ops. */

export class UsageError extends Error {}

const options = {
  state: { type: 'string' },
  kind: { type: 'string' },
  since: { type: 'string' },
  by: { type: 'string' },
  json: { type: 'boolean' },
} as const

export type OptionName = keyof typeof options

/** How each option is shown in the help. */
export const optionUsage: Record<OptionName, string> = {
  state: `--state ${leadStates.join('|')}`,
  kind: `--kind callback|${Object.keys(sources).join('|')}`,
  since: '--since 30d|24h|2026-11-01',
  by: '--by utm_source|utm_campaign|landing_path|…',
  json: '--json',
}

export type CommandLine = ReturnType<typeof parseCommandLine>
export type Options = ReturnType<CommandLine['readOptions']>

export function parseCommandLine(argv: string[], now: number) {
  const { values, positionals, tokens } = parseArgs({
    args: argv,
    options: { ...options, help: { type: 'boolean', short: 'h' } },
    allowPositionals: true,
    strict: false,
    tokens: true,
  })
  const [name = 'list', ...args] = values.help ? ['help'] : positionals
  return {
    name,
    args,
    /** Throws if an option is not among those that the command takes. */
    readOptions(taken: readonly OptionName[]) {
      for (const token of tokens) {
        if (token.kind !== 'option') continue
        const takes = taken.length > 0 ? `takes ${listed(taken)}` : 'takes no option'
        const known = taken.find((option) => option === token.name)
        if (!known) throw new UsageError(`${name} ${takes}, not ${token.rawName}.`)
        if (options[known].type === 'string' && !token.value)
          throw new UsageError(`${token.rawName} needs a value: ${optionUsage[known]}`)
        if (options[known].type === 'boolean' && token.value !== undefined)
          throw new UsageError(`${token.rawName} takes no value.`)
      }
      const text = (option: OptionName) =>
        typeof values[option] === 'string' ? values[option] : undefined
      return {
        states: readWords('state', text('state'), states),
        kinds: readWords('kind', text('kind'), kinds),
        /** Milliseconds since 1970. 0 means all leads. */
        since: readSince(text('since'), now),
        /** An entry of the attribution. Without it, statistics are by day. */
        by: readBy(text('by')),
        json: values.json === true,
      }
    },
  }
}

function listed(names: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(names.map((name) => `--${name}`))
}

const states = new Map(leadStates.map((state) => [state as string, [state]]))
const kinds = new Map<string, readonly LeadKind[]>([
  ['callback', callbackKinds],
  ...(Object.keys(sources) as LeadKind[]).map((kind) => [kind, [kind]] as const),
])

/** What the words of an option stand for. */
function readWords<T>(
  option: OptionName,
  text: string | undefined,
  words: Map<string, readonly T[]>,
): T[] {
  return (text?.split(',') ?? []).flatMap((word) => {
    const meant = words.get(word)
    if (meant) return meant
    const known = [...words.keys()].join(', ')
    throw new UsageError(`--${option} must be ${known}, or several separated by commas.`)
  })
}

const unitMs = { h: 3_600_000, d: 86_400_000 }

function readSince(text: string | undefined, now: number): number {
  if (text === undefined) return 0
  const [, count, unit] = /^([1-9]\d{0,4})([hd])$/.exec(text) ?? []
  if (count) return Math.max(0, now - Number(count) * unitMs[unit as 'h' | 'd'])
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : new Date(Number.NaN)
  // Date accepts 2026-02-30 and moves it to March.
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text)
    throw new UsageError('--since must be like 30d, 24h or 2026-11-01.')
  return day.getTime()
}

function readBy(text?: string): string | undefined {
  if (text === undefined || isAttributionName(text)) return text
  throw new UsageError(
    '--by must be landing_path, referrer, gclid, fbclid, msclkid, or begin with utm_, such as utm_source.',
  )
}
