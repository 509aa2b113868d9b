import { UnrecognizedActionError } from 'next/dist/client/components/unrecognized-action-error'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { SubmitResult } from '@/lib/forms/result'

type Transport = typeof import('@/lib/forms/client/transport')
let callAction: Transport['callAction']
let TooManyPostsError: Transport['TooManyPostsError']

/** What the page's own `fetch` gets. It answers with `answer`. */
const fetchOfPage = vi.fn<typeof fetch>()
let answer = new Response()

beforeEach(async () => {
  answer = new Response()
  fetchOfPage.mockReset().mockImplementation(async () => answer)
  vi.stubGlobal('fetch', fetchOfPage)
  // `fetch` is replaced once, by the first call.
  vi.resetModules()
  ;({ callAction, TooManyPostsError } = await import('@/lib/forms/client/transport'))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const accepted = { status: 'accepted' } as const
const post = { method: 'POST', headers: { 'next-action': 'id' }, body: 'form' }

/** An action that posts to this address, as Next.js does, and resolves when there is an answer. */
const posting = (address: string) => async (): Promise<SubmitResult> => {
  await fetch(address, post)
  return accepted
}

/** Like a connection that is cut: without an answer until the request is ended. */
function neverAnswer() {
  fetchOfPage.mockImplementation(
    (_address, init) =>
      new Promise((_, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
      }),
  )
}

it('calls the action with the form, and returns its result', async () => {
  const result = { status: 'invalid', fields: { name: 'Invalid name format' } } as const
  const action = vi.fn(async () => result)
  const form = new FormData()
  expect(await callAction(action, form)).toBe(result)
  expect(action.mock.calls).toEqual([[null, form]])
})

it('passes requests and answers of the page on, and adds a signal to posts only', async () => {
  vi.useFakeTimers()
  await callAction(async () => accepted, new FormData())
  const fetchOfForms = fetch
  await callAction(async () => accepted, new FormData())
  expect(fetch).toBe(fetchOfForms)
  // The calls were answered, so their time limit ends no other post.
  vi.advanceTimersByTime(30_000)
  answer = new Response('failed', { status: 500 })
  const options = { headers: { rsc: '1' } }
  expect(await fetch('/data', options)).toBe(answer)
  expect(await fetch('/data')).toBe(answer)
  expect(await fetch('/', post)).toBe(answer)
  expect(fetchOfPage.mock.calls).toEqual([
    ['/data', options],
    ['/data', undefined],
    ['/', { ...post, signal: expect.objectContaining({ aborted: false }) }],
  ])
})

it('says to wait when nginx refuses to read more posts', async () => {
  const refusal = new Response('Too many', { status: 429 })
  answer = refusal
  expect(await callAction(posting('/'), new FormData())).toEqual({ status: 'too-many', minutes: 1 })
  await expect(fetch('/', post)).rejects.toBeInstanceOf(TooManyPostsError)
  expect(await fetch('/data')).toBe(refusal)
})

it('says that the page is outdated when the server does not know its action', async () => {
  const action = () =>
    Promise.reject(new UnrecognizedActionError('Server Action "id" was not found'))
  expect(await callAction(action, new FormData())).toEqual({ status: 'outdated' })
})

it.each([new TypeError('Failed to fetch'), new Error('An unexpected response'), undefined, null])(
  'says that nothing was delivered when the action fails with %s',
  async (reason) => {
    const result = await callAction(() => Promise.reject(reason), new FormData())
    expect(result).toEqual({ status: 'undelivered' })
  },
)

it('ends a request without an answer after 30 seconds', async () => {
  vi.useFakeTimers()
  neverAnswer()
  const settled = vi.fn()
  const result = callAction(posting('/'), new FormData()).finally(settled)
  await vi.advanceTimersByTimeAsync(29_999)
  expect(settled).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(settled).toHaveBeenCalled()
  expect(await result).toEqual({ status: 'unanswered' })
})

it('ends the wait for the answer before when another form is submitted', async () => {
  neverAnswer()
  const lost = callAction(posting('/lost'), new FormData())
  fetchOfPage.mockImplementation(async () => answer)
  expect(await callAction(posting('/second'), new FormData())).toEqual(accepted)
  expect(fetchOfPage.mock.calls.map(([_address, init]) => init?.signal?.aborted)).toEqual([
    true,
    false,
  ])
  expect(await lost).toEqual({ status: 'unanswered' })
})
