import { toastMessages } from '@/lib/content/forms'
import type { LeadKind } from '@/lib/site'
import type { FormValues } from './form-data'

/** The result of a submission. A rejected native post also gets its values back. */
export type SubmitResult = (
  | { status: 'accepted' }
  | { status: 'too-fast' }
  | { status: 'invalid'; fields: Record<string, string> }
  | { status: 'undelivered' }
  /** The browser got no answer in time. */
  | { status: 'unanswered' }
  /** The server runs another build than the page, whose forms no longer work. */
  | { status: 'outdated' }
) & { entries?: FormValues }

export type SubmitFailure = Exclude<SubmitResult, { status: 'accepted' }>

export type ToastMessage = {
  title: string
  text: string
  destructive: boolean
  /** Whether the text says to contact support. */
  namesSupport?: boolean
}

/** For the toast, and for the error summary of a native post. */
export function failureMessage(kind: LeadKind, failure: SubmitFailure): ToastMessage {
  return { ...textOf(kind, failure), destructive: true }
}

function textOf(kind: LeadKind, failure: SubmitFailure): Omit<ToastMessage, 'destructive'> {
  switch (failure.status) {
    case 'too-fast':
      return toastMessages.tooFast
    case 'invalid':
      return {
        title: toastMessages.invalid,
        text: [...new Set(Object.values(failure.fields))].join(', '),
      }
    case 'outdated':
      return toastMessages.outdated
    case 'undelivered':
      return failed(kind)
    case 'unanswered':
      return { ...failed(kind), text: toastMessages.unanswered }
  }
}

function failed(kind: LeadKind) {
  return kind === 'booking' ? toastMessages.bookingFailed : toastMessages.callbackFailed
}
