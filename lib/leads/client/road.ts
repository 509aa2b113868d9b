import { unstable_isUnrecognizedActionError } from 'next/navigation'
import { saveBookedDemo } from '@/lib/client/booked'
import type { LeadKind } from '@/lib/site'
import type { SubmitResult } from '../shared/result'

/** The way onto the road for a form: its scripts come when the form is entered, not with the page. */

type Action = (previous: null, form: FormData) => Promise<SubmitResult>

const loadRoad = () => import('./submit-form')

/** On the first sign that a form will be used. What does not arrive now is asked for again, or done without. */
export function prepare(): void {
  loadRoad()
    .then(({ loadRules }) => loadRules())
    .catch(() => undefined)
}

let underway: Promise<SubmitResult> | undefined

if (typeof document !== 'undefined' && 'modelContext' in document)
  import('./web-mcp')
    .then(({ registerWebMcp }) => registerWebMcp(() => underway))
    .catch(() => undefined)

/** Never throws. */
export function sendForm(kind: LeadKind, form: FormData, action: Action): Promise<SubmitResult> {
  underway = travel(kind, form, action).finally(() => {
    underway = undefined
  })
  return underway
}

/** Should the scripts not arrive, the action alone does: the server checks everything anyway. */
async function travel(kind: LeadKind, form: FormData, action: Action): Promise<SubmitResult> {
  const road = await loadRoad().catch(() => null)
  try {
    const answer = await (road ? road.send(kind, form, action) : action(null, form))
    if (kind === 'booking' && answer.status === 'accepted') saveBookedDemo(form)
    return answer
  } catch (error) {
    // A lost connection, or a server of another build, which does not know the action of this page.
    return { status: unstable_isUnrecognizedActionError(error) ? 'outdated' : 'undelivered' }
  }
}
