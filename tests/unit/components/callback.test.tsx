// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { requestCallback } from '@/app/actions'
import { CallbackDialog } from '@/components/callback/callback-dialog'
import type { SubmitResult } from '@/lib/forms/result'
import { close, control, open, press, type, waitToResubmit } from '../../support/dom/dom'

vi.mock('@/app/actions', () => ({ bookDemo: vi.fn(), requestCallback: vi.fn() }))

const posts: Record<string, FormDataEntryValue>[] = []

function answer(result: SubmitResult) {
  vi.mocked(requestCallback).mockImplementation(async (_previous, posted) => {
    posts.push(Object.fromEntries(posted as FormData))
    return result
  })
}

beforeEach(() => {
  waitToResubmit()
  posts.length = 0
  sessionStorage.clear()
  open(<CallbackDialog kind="see-ai-in-action">{null}</CallbackDialog>)
})

afterEach(close)

const entries = { name: 'Ana Ruiz', phone: '509-555-0123', email: 'ana@example.com' }

async function send(businessName: string) {
  await vi.waitFor(() => expect(control('see-ai-in-action-name')).toBeTruthy())
  const dialog = document.querySelector('dialog')
  if (!dialog?.open) dialog?.showModal()
  for (const [name, value] of Object.entries({ ...entries, businessName }))
    type(`see-ai-in-action-${name}`, value)
  await press('Get a Call')
}

const title = () => document.querySelector('[data-slot=message] > p')?.textContent
const ticket = () => document.querySelector('[data-slot=callback-ticket] dl')?.textContent

it('a second callback is another lead, with a ticket of its own', async () => {
  answer({ status: 'accepted' })
  await send('Ruiz Plumbing')
  await expect.poll(ticket).toContain('Ruiz Plumbing')
  expect(control('see-ai-in-action-name').value).toBe('')
  waitToResubmit()
  await send('Ruiz Drains')
  await expect.poll(ticket).toContain('Ruiz Drains')
  expect(ticket()).not.toContain('Ruiz Plumbing')
  expect(posts.map(({ thread, submissionId }) => thread === submissionId)).toEqual([true, true])
  expect(new Set(posts.map(({ thread }) => thread)).size).toBe(2)
})

it('after a post without an answer, a message asks to send the form again once the browser is online', async () => {
  answer({ status: 'unanswered' })
  await send('Ruiz Plumbing')
  await expect.poll(title).toBe('Error')
  dispatchEvent(new Event('online'))
  await expect.poll(title).toBe('You are online again')
})
