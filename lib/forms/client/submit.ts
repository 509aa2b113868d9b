import type { FieldErrors } from 'react-hook-form'
import { resubmitDelayMs } from '../fields'
import type { FieldMessages, FormEntries } from '../form-data'
import type { SubmitResult } from '../result'
import { callAction, type FormAction } from './transport'

export const loadUsedForm = () => import('./used-form')

/** If the schema cannot be loaded, there are no errors: the server validates too. */
export function validateForm(
  ...form: Parameters<typeof import('./used-form').findErrors>
): Promise<FieldErrors<FormEntries>> {
  return loadUsedForm()
    .then(({ findErrors }) => findErrors(...form))
    .catch(() => ({}))
}

/** Agents get its result (WebMCP). */
let lastSubmission: Promise<SubmitResult> | undefined

if (typeof document !== 'undefined' && 'modelContext' in document)
  import('./web-mcp')
    .then(({ registerWebMcp }) => registerWebMcp(() => lastSubmission))
    .catch(() => undefined)

/** Sends a form to its server action. Never throws. */
export function submitForm(
  ...submission: Parameters<typeof validateAndSend>
): Promise<SubmitResult> {
  // Set before anything is awaited: the listener for agents reads it in the same event.
  lastSubmission = validateAndSend(...submission)
  return lastSubmission
}

let lastAcceptedAt = Number.NEGATIVE_INFINITY

async function validateAndSend(
  form: { elements: Pick<HTMLFormControlsCollection, 'namedItem'> },
  posted: FormData,
  validate: () => Promise<FieldMessages>,
  action: FormAction,
): Promise<SubmitResult> {
  // `Date.now()` follows changes of the system clock.
  if (performance.now() - lastAcceptedAt < resubmitDelayMs) return { status: 'too-fast' }

  const fields = await validate()
  if (Object.keys(fields).length > 0) return { status: 'invalid', fields }

  // The lead counts more than where the visitor came from.
  const attribution = await loadUsedForm()
    .then(({ visitAttribution }) => visitAttribution())
    .catch(() => '')
  posted.set('attribution', attribution)
  const result = await callAction(action, posted)
  if (result.status === 'accepted') lastAcceptedAt = performance.now()
  const refused = result.status === 'invalid' ? Object.keys(result.fields) : []
  // A newer build asks for a field that this page does not have.
  if (refused.some((name) => !form.elements.namedItem(name))) return { status: 'outdated' }
  return result
}
