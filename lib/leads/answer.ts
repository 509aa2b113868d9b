import { notices } from '@/lib/content'
import type { LeadKind } from '@/lib/site'
import type { Entries } from './form'

/** What a try came to. A native post also gets its entries back, to show them again. */
export type Answer = (
  | { status: 'accepted' }
  | { status: 'too-fast' }
  | { status: 'invalid'; fields: Record<string, string> }
  | { status: 'undelivered' }
  /** The page is of another build than the server, and cannot send any more. */
  | { status: 'outdated' }
) & { entries?: Entries }

export type Notice = { title: string; text: string; destructive: boolean }

/** The same words for every way an answer can reach a visitor: toast, or text in the page. */
export function noticeFor(kind: LeadKind, answer: Answer): Notice {
  switch (answer.status) {
    case 'accepted':
      return { ...notices.callbackAccepted, destructive: false }
    case 'too-fast':
      return { ...notices.tooFast, destructive: true }
    case 'invalid': {
      const messages = [...new Set(Object.values(answer.fields))]
      return {
        title: notices.invalid.title,
        text: notices.invalid.text(messages),
        destructive: true,
      }
    }
    case 'outdated':
      return { ...notices.outdated, destructive: true }
    case 'undelivered':
      return {
        ...(kind === 'booking' ? notices.bookingFailed : notices.callbackFailed),
        destructive: true,
      }
  }
}
