import { toastMessages } from '@/lib/content/forms'
import type { LeadKind } from '@/lib/site'
import type { FormValues } from './form-data'

/** What a try came to. A native post also gets its entries back, to show them again. */
export type SubmitResult = (
  | { status: 'accepted' }
  | { status: 'too-fast' }
  | { status: 'invalid'; fields: Record<string, string> }
  | { status: 'undelivered' }
  /** The page is of another build than the server, and cannot send any more. */
  | { status: 'outdated' }
) & { entries?: FormValues }

export type SubmitFailure = Exclude<SubmitResult, { status: 'accepted' }>

export type ToastMessage = { title: string; text: string; destructive: boolean }

/** The same words for every way a refusal can reach a visitor: toast, or text in the page. */
export function failureMessage(kind: LeadKind, answer: SubmitFailure): ToastMessage {
  return { ...wordsFor(kind, answer), destructive: true }
}

function wordsFor(kind: LeadKind, answer: SubmitFailure): { title: string; text: string } {
  switch (answer.status) {
    case 'too-fast':
      return toastMessages.tooFast
    case 'invalid':
      return {
        title: toastMessages.invalid,
        text: [...new Set(Object.values(answer.fields))].join(', '),
      }
    case 'outdated':
      return toastMessages.outdated
    case 'undelivered':
      return kind === 'booking' ? toastMessages.bookingFailed : toastMessages.callbackFailed
  }
}
