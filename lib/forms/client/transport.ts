import type { SubmitResult } from '../result'

/**
 * Calls server actions. Next.js sends one after the other, waits for each without a limit, and does not pass on the
 * status of an answer. It has no option for this, so this file replaces `fetch`. docs/decisions.md
 */

export type FormAction = (previous: unknown, posted: FormData) => Promise<SubmitResult>

/** The server takes ten seconds at most. A slow line takes some more. */
const answerTimeoutMs = 30_000

/** Ends the wait for the answer to the last call. */
let answerWait = new AbortController()

/** Returns what the action returns, or why there is no answer. Never throws. */
export async function callAction(action: FormAction, posted: FormData): Promise<SubmitResult> {
  replaceFetch()
  // A lost answer would block every later call, by this form or another one.
  answerWait.abort()
  const wait = new AbortController()
  answerWait = wait
  const timer = setTimeout(() => wait.abort(), answerTimeoutMs)
  try {
    return await action(null, posted)
  } catch (error) {
    if (error instanceof TooManyPostsError) return { status: 'too-many', minutes: 1 }
    // The server runs another build and does not know this page's action.
    // By name: importing the function of next/navigation would load 0.2 KB more.
    if (Object(error).name === 'UnrecognizedActionError') return { status: 'outdated' }
    // Otherwise, the connection or the server failed.
    return { status: wait.signal.aborted ? 'unanswered' : 'undelivered' }
  } finally {
    clearTimeout(timer)
  }
}

let isReplaced = false

/** Every post of a page calls an action. */
function replaceFetch(): void {
  if (isReplaced) return
  isReplaced = true
  const { fetch } = globalThis
  globalThis.fetch = async (input, init) => {
    if (init?.method !== 'POST') return fetch(input, init)
    // Next.js can wait before it sends, so this is the signal of the last call.
    const response = await fetch(input, { ...init, signal: answerWait.signal })
    if (response.status === 429) throw new TooManyPostsError()
    return response
  }
}

/** nginx or the server refused to read more posts. */
export class TooManyPostsError extends Error {}
