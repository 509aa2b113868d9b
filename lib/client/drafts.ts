import type { LeadKind } from '@/lib/site'
import { type FormValues, toFormValues } from '../leads/shared/form-data'
import { session } from './session-storage'

/** A form that is not submitted yet, so that a reload does not lose it. A dialog has one step. */
export type Draft = { step: number; entries: FormValues }

export const drafts = {
  /** Null deletes the draft. */
  write: (kind: LeadKind, draft: string | null): void => session.write(keyOf(kind), draft),
  /** Null unless a draft is stored. Its entries always have the names and types of the form. */
  read(kind: LeadKind): Draft | null {
    try {
      const { step, entries } = JSON.parse(session.read(keyOf(kind)) ?? '')
      if (!Number.isInteger(step)) return null
      const { submissionId } = entries
      return {
        step,
        entries: {
          ...toFormValues(kind, entries),
          submissionId: typeof submissionId === 'string' ? submissionId : '',
        },
      }
    } catch {
      return null
    }
  },
}

/** `bookingDraft`, `see-ai-in-actionDraft`, `call-our-aiDraft`. */
const keyOf = (kind: LeadKind) => `${kind}Draft`
