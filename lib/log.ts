import 'server-only'

/** One JSON line an event, for ops. Never a name, a number, an address of a person or of a webhook. */
export function log(event: string, facts: Record<string, string | number> = {}): void {
  process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), event, ...facts })}\n`)
}
