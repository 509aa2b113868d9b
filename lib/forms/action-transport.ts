import { type SubmitResult, tooFastHeader } from './result'

export type LeadAction = (previous: unknown, form: FormData) => Promise<SubmitResult>

/** The server takes ten seconds at most. A slow line takes some more. */
const answerTimeoutMs = 30_000

/** Ends the wait for the answer to the last submission. */
let answerWait = new AbortController()

/** Never throws. */
export async function callAction(action: LeadAction, form: FormData): Promise<SubmitResult> {
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
