'use server'

import { randomUUID } from 'node:crypto'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { callbackConfirmed } from '@/lib/content/forms'
import { submit } from '@/lib/leads/server/submit'
import { readEntries, readEnvelope } from '@/lib/leads/shared/form-data'
import type { Answer } from '@/lib/leads/shared/result'
import { callbackKinds, type LeadKind } from '@/lib/site'

export async function requestCallback(_previous: unknown, form: unknown): Promise<Answer> {
  const dialog = form instanceof FormData ? form.get('dialog') : null
  const kind = callbackKinds.find((name) => name === dialog) ?? 'see-ai-in-action'
  return answer(kind, form, `/#${callbackConfirmed.id}`)
}

export async function bookDemo(_previous: unknown, form: unknown): Promise<Answer> {
  return answer('booking', form, '/thank-you')
}

/** With JavaScript the page acts on the answer. Without, the answer is a page. */
async function answer(kind: LeadKind, form: unknown, confirmation: string): Promise<Answer> {
  const requestHeaders = await headers()
  if (requestHeaders.has('next-action')) return submit(kind, form, requestHeaders)

  // A page without scripts cannot name its lead; the name goes back with a refusal, for the next try.
  const submissionId = readEnvelope(form).submissionId ?? randomUUID()
  if (form instanceof FormData) form.set('submissionId', submissionId)
  const result = await submit(kind, form, requestHeaders)
  if (result.status === 'accepted') redirect(confirmation)
  return { ...result, entries: { ...readEntries(kind, form), submissionId } }
}
