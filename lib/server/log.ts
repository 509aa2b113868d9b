import 'server-only'
import { processWide } from './process-wide'

type Facts = Record<string, string | number | boolean>

/** One JSON line an event, for ops. Never a name, a number, an address of a person or of a webhook. */
export function log(event: string, facts: Facts = {}): void {
  process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), event, ...facts })}\n`)
}

/** Something of ours failed. Its kind is told, not its message: that may quote what nobody should read. */
export function logError(what: string, error: unknown, facts: Facts = {}): void {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  log(`${what} fault`, {
    ...facts,
    fault: code || (error instanceof Error ? error.name : 'unknown'),
  })
}

const warnEveryMs = 60_000
const warnedAt = processWide('warnings', () => new Map<string, number>())

/** A setting looks wrong, and every request shows it: one line a minute. The sentence names what to set. */
export function warn(warning: string): void {
  const now = performance.now()
  if (now - (warnedAt.get(warning) ?? Number.NEGATIVE_INFINITY) < warnEveryMs) return
  warnedAt.set(warning, now)
  log('warning', { warning })
}
