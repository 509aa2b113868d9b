import { formMessages } from '@/lib/content/form-messages'
import type { FieldMessages, FormEntries } from './form-data'
import type { LeadKind } from './forms'

/** The result of a submission. A refused native post also gets its values back. */
export type SubmitResult = (
  | { status: 'accepted' }
  | { status: 'too-fast' }
  /** The limit of an hour, and when about it ends. */
  | { status: 'too-many'; minutes: number }
  | { status: 'invalid'; fields: FieldMessages }
  | { status: 'undelivered' }
  /** The browser got no answer in time. */
  | { status: 'unanswered' }
  /** The server runs another build than the page, whose forms no longer work. */
  | { status: 'outdated' }
) & { entries?: FormEntries }

type SubmitFailure = Exclude<SubmitResult, { status: 'accepted' }>

export type Message = {
  title: string
  text: string
  /** Whether the text says to contact support. */
  namesSupport?: boolean
}

/** What the message of a form says. */
export function failureMessage(kind: LeadKind, failure: SubmitFailure): Message {
  const { tooFast, outdated, unanswered, bookingFailed, callbackFailed } = formMessages
  const failed = kind === 'booking' ? bookingFailed : callbackFailed
  const messages = {
    'too-fast': tooFast,
    outdated,
    undelivered: failed,
    unanswered: { ...failed, text: unanswered },
  }
  if (failure.status === 'too-many') return formMessages.tooMany(failure.minutes)
  if (failure.status !== 'invalid') return messages[failure.status]
  const text = [...new Set(Object.values(failure.fields))].join(', ')
  return { title: formMessages.invalid, text }
}
