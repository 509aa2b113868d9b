import 'server-only'
import { styleText } from 'node:util'
import { withLeadsCommand } from './leads-command'
import { perProcess } from './per-process'

/** What ops can mend. Its message is for them, and never quotes a secret value. */
export class OpsError extends Error {}

type Fields = Record<string, string | number | boolean>
/** At a terminal. Red is a fault, and yellow what ops should look at. */
type Color = 'red' | 'yellow'

/**
 * Writes one line per event: JSON, or at a terminal words for a person. Fields must not contain personal data or a webhook
 * address.
 */
export function log(event: string, fields: Fields = {}, color?: Color): void {
  const line = isTerminal()
    ? inWords(event, fields, color)
    : JSON.stringify({ time: new Date().toISOString(), event, ...fields })
  process.stdout.write(`${line}\n`)
}

export function isTerminal(): boolean {
  return process.stdout.isTTY === true
}

/** Such as `12:05:07 delivered call-our-ai c7ee2bfc 71 ms`. A value that says the same as the event is left out. */
function inWords(event: string, { id = '', ms, ...fields }: Fields, color?: Color): string {
  const values = Object.entries(fields)
    .filter(([name, value]) => value !== event && !(name === 'attempt' && value === 1))
    .map(([name, value]) => (typeof value === 'string' ? value : `${name} ${value}`))
  const words = [
    event,
    ...values,
    String(id).slice(0, 8),
    ...(ms === undefined ? [] : [`${ms} ms`]),
  ]
  const text = words.filter(Boolean).join(' ')
  const printable = text.replace(/\p{Cc}/gu, (control) => JSON.stringify(control).slice(1, -1))
  const time = styleText('dim', new Date().toTimeString().slice(0, 8))
  return `${time} ${color ? styleText(color, printable) : printable}`
}

/** The code or name of an error. Not its message, which can quote personal data or a webhook address. */
export function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return ('code' in error && String(error.code)) || error.name
}

const repeatMs = 60_000
const maxLogged = 1000

/** When each event was last logged, and how often it has happened since. */
export const logged = perProcess('logged', () => new Map<string, { at: number; count: number }>())

/** Logs an event once a minute at most, with the number of times since the last line. */
export function logAtIntervals(key: string, event: string, fields: Fields, color?: Color): void {
  const now = performance.now()
  const last = logged.get(key) ?? { at: Number.NEGATIVE_INFINITY, count: 0 }
  const count = last.count + 1
  const isDue = now - last.at >= repeatMs
  // Texts of the console can be many.
  if (logged.size > maxLogged) logged.clear()
  logged.set(key, isDue ? { at: now, count: 0 } : { at: last.at, count })
  if (isDue) log(event, { ...fields, ...(count > 1 && { count }) }, color)
}

export function logError(source: string, error: unknown, fields: Fields = {}): void {
  const fault = faultOf(error)
  logAtIntervals(`${source} ${fault}`, `${source} fault`, { ...fields, fault }, 'red')
}

/** Logs what a page or an action has thrown, with the digest that the browser gets. Each fault of a route once a minute. */
export function logRequestError(routePath: string, error: unknown): void {
  // After a post without scripts, Next.js names the file, such as `/book-demo/page`.
  const route = routePath.replace(/\/(page|route)$/, '') || '/'
  const digest = error instanceof Error && 'digest' in error && { digest: String(error.digest) }
  const fault = faultOf(error)
  logAtIntervals(`request ${route} ${fault}`, 'request fault', { route, ...digest, fault }, 'red')
}

/** Logs a post that was not accepted. Each reason is logged once a minute, so that a flood does not fill the disk. */
export function logRefused(
  reason: 'too-fast' | 'too-many' | 'invalid' | 'origin' | 'outdated',
  kind?: string,
  limit?: string,
): void {
  const fields = { ...(kind && { kind }), reason, ...(limit && { limit }) }
  logAtIntervals(`refused ${kind} ${reason}`, 'refused', fields)
}

/** Logs a warning once a minute at most, because every request can cause it. The text says which setting to change. */
export function warn(warning: string): void {
  logAtIntervals(warning, 'warning', { warning: withLeadsCommand(warning) }, 'yellow')
}
