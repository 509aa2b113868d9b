import { beforeEach, expect, it, vi } from 'vitest'
import { eventUid } from '@/lib/dates/calendar-links'
import { resubmitDelayMs } from '@/lib/forms/fields'
import type { SubmitResult } from '@/lib/forms/result'

const stored = new Map<string, string>()
let submitForm: typeof import('@/lib/forms/client/submit').submitForm
let newSubmissionId: typeof import('@/lib/forms/client/submit').newSubmissionId

beforeEach(async () => {
  stored.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  // The time of the last submission is kept in the module.
  vi.resetModules()
  ;({ submitForm, newSubmissionId } = await import('@/lib/forms/client/submit'))
  return () => vi.unstubAllGlobals()
})

const valid = async () => ({})
const returning = (status: 'accepted' | 'undelivered') =>
  vi.fn(async (_previous: unknown, _form: FormData): Promise<SubmitResult> => ({ status }))

it('checks the resubmit delay of 2000 ms before it validates', async () => {
  expect(resubmitDelayMs).toBe(2000)
  vi.useFakeTimers({ now: 0, toFake: ['performance'] })
  const validate = vi.fn(valid)
  const submit = () => submitForm(new FormData(), validate, returning('accepted'))
  expect(await submit()).toEqual({ status: 'accepted' })
  vi.advanceTimersByTime(resubmitDelayMs - 1)
  expect(await submit()).toEqual({ status: 'too-fast' })
  expect(validate).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1)
  expect(await submit()).toEqual({ status: 'accepted' })
  vi.useRealTimers()
})

it('sends nothing invalid, which starts no resubmit delay, and then the attribution of the first page', async () => {
  stored.set('visit', JSON.stringify(['https://px.example/?utm_source=flyer', '']))
  const action = returning('accepted')
  const fields = { name: 'Invalid name format' }
  const result = await submitForm(new FormData(), async () => fields, action)
  expect(result).toEqual({ status: 'invalid', fields })
  expect(action).not.toHaveBeenCalled()
  expect(await submitForm(new FormData(), valid, action)).toEqual({ status: 'accepted' })
  expect(action.mock.calls[0]?.[1].get('attribution')).toBe(
    '{"utm_source":"flyer","landing_path":"/"}',
  )
})

it('sends an empty attribution if the first page of the visit was not stored', async () => {
  const action = returning('accepted')
  await submitForm(new FormData(), valid, action)
  expect(action.mock.calls[0]?.[1].get('attribution')).toBe('')
})

it('returns a failure when the connection fails', async () => {
  const failing = () => Promise.reject(new TypeError('Failed to fetch'))
  const result = await submitForm(new FormData(), valid, failing)
  expect(result).toEqual({ status: 'undelivered' })
})

it('says to wait when nginx refuses too many posts', async () => {
  vi.stubGlobal('fetch', async () => new Response('Too many', { status: 429 }))
  const action = () => fetch('/', { method: 'POST' }) as never
  expect(await submitForm(new FormData(), valid, action)).toEqual({ status: 'too-fast' })
})

it('waits for an answer for 30 seconds, then ends the request', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let ended = false
  const fetchOfPage = (_input: unknown, init?: RequestInit) =>
    new Promise<never>((_, reject) =>
      init?.signal?.addEventListener('abort', () => {
        ended = true
        reject(init.signal?.reason)
      }),
    )
  vi.stubGlobal('fetch', fetchOfPage)
  // Next.js calls fetch some time after the action was called.
  const action = async () => {
    await new Promise((resolve) => setTimeout(resolve, 10))
    return fetch('/', { method: 'POST' }) as never
  }
  const result = submitForm(new FormData(), valid, action)
  await vi.advanceTimersByTimeAsync(29_900)
  expect(ended).toBe(false)
  await vi.advanceTimersByTimeAsync(200)
  expect(await result).toEqual({ status: 'unanswered' })
  vi.useRealTimers()
})

it('sends another form at once while the answer to the first is lost, and any form after that', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const sent: unknown[] = []
  vi.stubGlobal('fetch', (input: unknown, init?: RequestInit) => {
    sent.push(input)
    return new Promise((resolve, reject) => {
      if (init?.signal?.aborted) reject(init.signal.reason)
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
      if (input !== '/lost') resolve(new Response())
    })
  })
  // Next.js sends one action after the other.
  let queue: Promise<unknown> = Promise.resolve()
  const submit = (path: string) => {
    const call = () => fetch(path, { method: 'POST' }).then(() => ({ status: 'accepted' }) as const)
    return submitForm(new FormData(), valid, () => {
      const answer = queue.then(call)
      queue = answer.catch(() => undefined)
      return answer
    })
  }
  const lost = submit('/lost')
  await vi.advanceTimersByTimeAsync(5000)
  expect(await submit('/second')).toEqual({ status: 'accepted' })
  expect(await lost).toEqual({ status: 'unanswered' })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await submit('/third')).toEqual({ status: 'accepted' })
  expect(sent).toEqual(['/lost', '/second', '/third'])
  vi.useRealTimers()
})

it('makes submission ids on pages over plain HTTP too', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  const ids = new Set(Array.from({ length: 100 }, newSubmissionId))
  expect(ids.size).toBe(100)
  for (const id of ids) expect(id).toMatch(submissionId)
})

it('makes submission ids that name the calendar event of an earlier one', () => {
  const earlier = newSubmissionId()
  const ids = [earlier, newSubmissionId(earlier), newSubmissionId(earlier)]
  expect(new Set(ids).size).toBe(3)
  expect(new Set(ids.map(eventUid)).size).toBe(1)
  for (const id of ids) expect(id).toMatch(submissionId)
})

const submissionId = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/
