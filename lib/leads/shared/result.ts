import { notices } from '@/lib/content/forms'
import type { LeadKind } from '@/lib/site'
import type { Entries } from './form-data'

/** What a try came to. A native post also gets its entries back, to show them again. */
export type Answer = (
  | { status: 'accepted' }
  | { status: 'too-fast' }
  | { status: 'invalid'; fields: Record<string, string> }
  | { status: 'undelivered' }
  /** The page is of another build than the server, and cannot send any more. */
  | { status: 'outdated' }
) & { entries?: Entries }

export type Refused = Exclude<Answer, { status: 'accepted' }>

export type Notice = { title: string; text: string; destructive: boolean }

/** The same words for every way a refusal can reach a visitor: toast, or text in the page. */
export function noticeFor(kind: LeadKind, answer: Refused): Notice {
  return { ...wordsFor(kind, answer), destructive: true }
}

function wordsFor(kind: LeadKind, answer: Refused): { title: string; text: string } {
  switch (answer.status) {
    case 'too-fast':
      return notices.tooFast
    case 'invalid':
      return { title: notices.invalid, text: [...new Set(Object.values(answer.fields))].join(', ') }
    case 'outdated':
      return notices.outdated
    case 'undelivered':
      return kind === 'booking' ? notices.bookingFailed : notices.callbackFailed
  }
}
