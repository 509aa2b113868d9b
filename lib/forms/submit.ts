import type { FieldErrors } from 'react-hook-form'
import { resubmitDelayMs } from './fields'
import type { FieldMessages, FormEntries } from './form-data'
import { type SubmitResult, tooFastHeader } from './result'

export type LeadAction = (previous: unknown, form: FormData) => Promise<SubmitResult>

export const loadValidation = () => import('./validate')

/** If the schema cannot be loaded, there are no errors: the server validates too. */
export function validateForm(
  ...form: Parameters<typeof import('./validate').findErrors>
): Promise<FieldErrors<FormEntries>> {
  return loadValidation()
    .then(({ findErrors }) => findErrors(...form))
    .catch(() => ({}))
}

/** Agents get its result (WebMCP). */
let pendingSubmission: Promise<SubmitResult> | undefined

if (typeof document !== 'undefined' && 'modelContext' in document)
  import('./web-mcp')
    .then(({ registerWebMcp }) => registerWebMcp(() => pendingSubmission))
    .catch(() => undefined)

/** Sends a form to its server action. Never throws. */
export function submitForm(
  ...submission: Parameters<typeof validateAndSend>
): Promise<SubmitResult> {
  // Set before anything is awaited: the listener for agents reads it in the same event.
  pendingSubmission = validateAndSend(...submission).finally(() => {
    pendingSubmission = undefined
  })
  return pendingSubmission
}

/** The server takes ten seconds at most. A slow line takes some more. */
const answerTimeoutMs = 30_000

/** Ends the wait for the answer to the last submission. */
let answerWait = new AbortController()

let lastSentAt = Number.NEGATIVE_INFINITY

async function validateAndSend(
  form: FormData,
  validate: () => Promise<FieldMessages>,
  action: LeadAction,
): Promise<SubmitResult> {
  // `Date.now()` follows changes of the system clock.
  const now = performance.now()
  if (now - lastSentAt < resubmitDelayMs) return { status: 'too-fast' }

  const fields = await validate()
  if (Object.keys(fields).length > 0) return { status: 'invalid', fields }

  lastSentAt = now
  // The lead counts more than where the visitor came from.
  const attribution = await loadValidation()
    .then(({ visitAttribution }) => visitAttribution())
    .catch(() => '')
  form.set('attribution', attribution)
  patchFetch()
  // Next.js sends one action after the other, and waits for each without a limit. So a lost answer would block every later
  // submission, of this form or another one.
  answerWait.abort()
  const wait = new AbortController()
  answerWait = wait
  const timer = setTimeout(() => wait.abort(), answerTimeoutMs)
  try {
    return await action(null, form)
  } catch (error) {
    // The connection failed, or the server runs another build and does not know this page's action.
    // By name: importing the function of next/navigation would load 0.2 KB more.
    if (Object(error).name === 'UnrecognizedActionError') return { status: 'outdated' }
    if (error === tooFastHeader) return { status: 'too-fast' }
    return { status: wait.signal.aborted ? 'unanswered' : 'undelivered' }
  } finally {
    clearTimeout(timer)
  }
}

let isPatched = false

/**
 * Lets this file end the requests of server actions, for which Next.js has no option. They reject with `tooFastHeader`
 * when the server, or nginx with its own status, refuses to read more posts.
 */
function patchFetch(): void {
  if (isPatched) return
  isPatched = true
  const { fetch } = globalThis
  globalThis.fetch = async (input, init) => {
    if (init?.method !== 'POST') return fetch(input, init)
    const response = await fetch(input, { ...init, signal: answerWait.signal })
    if (response.status === 429 || response.headers.has(tooFastHeader)) throw tooFastHeader
    return response
  }
}

/** A random UUID. `crypto.randomUUID` requires a secure context, `getRandomValues` does not. */
export function newSubmissionId(): string {
  const hex = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-a$4-$5')
}
