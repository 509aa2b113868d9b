import 'server-only'
import { runtime } from './runtime'

/** How far the clock was set ahead within this time, as this process has seen by calls. Leads seem to be older by it. */
export function clockSetAheadMs(withinMs: number): number {
  const now = performance.now()
  const offset = Date.now() - now
  runtime.clockOffsets = [
    ...runtime.clockOffsets.filter(({ seenAt }) => now - seenAt < withinMs),
    { seenAt: now, offset },
  ]
  return Math.round(offset - Math.min(...runtime.clockOffsets.map((seen) => seen.offset)))
}
