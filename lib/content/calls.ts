import type { CallingHours } from '../dates/calling-hours'
import { zone } from '../dates/zone'
import { callbackTime } from './demo'
import { owner } from './owner'

/** Sentences about our calls. Empty where lib/content/owner.ts does not have the fact. */
export const callsFrom = owner.callsFrom ? `We call from ${owner.callsFrom}.` : ''
export const callingHours = owner.callingHours ? hoursSentence(owner.callingHours) : ''

function hoursSentence({ days, from, to }: CallingHours): string {
  const [begin, end] = [from, to].map(
    (hour) => `${hour % 12 || 12}\u00a0${hour % 24 < 12 ? 'AM' : 'PM'}`,
  )
  return `We call ${days}, ${begin} to ${end} ${zone.words}. Only this time counts toward the ${callbackTime}.`
}

export const saveOurNumber = 'Save our number'
