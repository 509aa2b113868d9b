import { beforeEach, expect, it, vi } from 'vitest'
import { resubmitDelayMs } from '@/lib/forms/fields'
import type { FieldMessages } from '@/lib/forms/form-data'
import type { SubmitResult } from '@/lib/forms/result'
import { stubStorage } from '../../../support/visitor/storage'

let stored: Map<string, string>
let submitForm: typeof import('@/lib/forms/client/submit').submitForm

beforeEach(async () => {
  stored = stubStorage('sessionStorage')
  // The time of the last submission is kept in the module.
  vi.resetModules()
  ;({ submitForm } = await import('@/lib/forms/client/submit'))
  return () => vi.unstubAllGlobals()
})

const valid = async () => ({})
const names = ['name', 'challenges']
const page = {
  elements: { namedItem: (name: string) => (names.includes(name) ? ({} as Element) : null) },
}
const accepting = () =>
  vi.fn(async (_previous: unknown, _form: FormData): Promise<SubmitResult> => accepted)
const accepted = { status: 'accepted' } as const

it('checks the resubmit delay of 2000 ms before it validates', async () => {
  expect(resubmitDelayMs).toBe(2000)
  vi.useFakeTimers({ now: 0, toFake: ['performance'] })
  const validate = vi.fn(valid)
  const submit = () => submitForm(page, new FormData(), validate, accepting())
  expect(await submit()).toEqual(accepted)
  vi.advanceTimersByTime(resubmitDelayMs - 1)
  expect(await submit()).toEqual({ status: 'too-fast' })
  expect(validate).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1)
  expect(await submit()).toEqual(accepted)
  vi.useRealTimers()
})

it('starts no resubmit delay when a form was not accepted', async () => {
  const results: SubmitResult[] = [{ status: 'undelivered' }, accepted]
  const action = async () => results.shift() ?? accepted
  expect(await submitForm(page, new FormData(), valid, action)).toEqual({ status: 'undelivered' })
  expect(await submitForm(page, new FormData(), valid, action)).toEqual(accepted)
  expect(await submitForm(page, new FormData(), valid, action)).toEqual({ status: 'too-fast' })
})

it('sends nothing invalid, which starts no resubmit delay, and then the attribution of the first page', async () => {
  stored.set('visit', JSON.stringify(['https://px.example/?utm_source=flyer', '']))
  const action = accepting()
  const fields = { name: 'Invalid name format' }
  const result = await submitForm(page, new FormData(), async () => fields, action)
  expect(result).toEqual({ status: 'invalid', fields })
  expect(action).not.toHaveBeenCalled()
  expect(await submitForm(page, new FormData(), valid, action)).toEqual(accepted)
  expect(action.mock.calls[0]?.[1].get('attribution')).toBe(
    '{"utm_source":"flyer","landing_path":"/"}',
  )
})

it('sends an empty attribution if the first page of the visit was not stored', async () => {
  const action = accepting()
  await submitForm(page, new FormData(), valid, action)
  expect(action.mock.calls[0]?.[1].get('attribution')).toBe('')
})

it('a refusal that names a field which the page does not have says that the site was updated', async () => {
  const answers = (fields: FieldMessages) => async () => ({ status: 'invalid', fields }) as const
  const known = { name: 'Invalid name format', challenges: 'Not one of the options' }
  const refused = await submitForm(page, new FormData(), valid, answers(known))
  expect(refused).toEqual({ status: 'invalid', fields: known })
  const unknown = { name: 'Invalid name format', trucks: 'How many trucks? is required' }
  const outdated = await submitForm(page, new FormData(), valid, answers(unknown as FieldMessages))
  expect(outdated).toEqual({ status: 'outdated' })
})
