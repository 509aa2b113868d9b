import { zone } from '../dates/zone'
import { callbackTime } from './demo'
import { owner } from './owner'

/** Sentences about our calls. Empty where lib/content/owner.ts does not have the fact. */
export const callsFrom = owner.callsFrom ? `We call from ${owner.callsFrom}.` : ''
export const callingHours = owner.callingHours
  ? `We call ${owner.callingHours} ${zone.words}. If you book outside these hours, the ${callbackTime} count from when they next begin.`
  : ''

export const saveOurNumber = 'Save our number'
