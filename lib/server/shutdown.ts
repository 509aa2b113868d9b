import 'server-only'
import { perProcess } from './per-process'

export const shutdown = perProcess('shutdown', () => ({
  /** Then no lead is leased. */
  started: false,
  /** The background work that is under way. */
  running: new Set<Promise<unknown>>(),
}))
