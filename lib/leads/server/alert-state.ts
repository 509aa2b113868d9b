import 'server-only'

/** When an alert is told, repeated, and over. */

const minute = 60_000
const repeatMs = 6 * 60 * minute
/** A message that could not be sent, or whose sender was killed, is sent after this. */
const retryMs = 5 * minute
/** A condition is over when it has been absent for this long, so that one that comes and goes is told once. */
const quietMs = 10 * minute

export type AlertState = {
  since: number
  /** When the alert is told, or told again, if the condition is still there. */
  next: number
  /** Whether a message has arrived. If none has, nothing is said when the condition is over. */
  told: boolean
  absentSince: number | null
}

/** What becomes of an alert now. With `told`, whoever stores `after` sends a message, and then stores `told.state`. */
type Step = { after: AlertState | undefined; told?: { state: AlertState | undefined } }

/** Undefined where nothing changes. */
export function nextAlertState(
  state: AlertState | undefined,
  present: boolean,
  now: number,
): Step | undefined {
  if (present) {
    if (state && !isDue(state.next, now))
      return state.absentSince === null ? undefined : { after: { ...state, absentSince: null } }
    const kept = state ?? { since: now, told: false }
    const after = { ...kept, next: now + retryMs, absentSince: null }
    return { after, told: { state: { ...after, next: now + repeatMs, told: true } } }
  }
  if (!state) return undefined
  if (state.absentSince === null) return { after: { ...state, absentSince: now } }
  if (!isDue(state.absentSince + quietMs, now)) return undefined
  if (!state.told) return { after: undefined }
  const retry = { next: now + retryMs, absentSince: now + retryMs - quietMs }
  return { after: { ...state, ...retry }, told: { state: undefined } }
}

/** A time further ahead than any of these was written by a clock that has been set back since. */
function isDue(time: number, now: number): boolean {
  return time <= now || time > now + repeatMs
}
