'use server'

import { randomUUID } from 'node:crypto'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { callbackConfirmed } from '@/lib/content/forms'
import { submit } from '@/lib/leads/server/submit'
import { parseFormValues, parseSubmissionMeta } from '@/lib/leads/shared/form-data'
import type { SubmitResult } from '@/lib/leads/shared/result'
import { callbackKinds, type LeadKind } from '@/lib/site'

export async function requestCallback(_previous: unknown, form: unknown): Promise<SubmitResult> {
  const dialog = form instanceof FormData ? form.get('dialog') : null
  const kind = callbackKinds.find((name) => name === dialog) ?? 'see-ai-in-action'
  return answer(kind, form, `/#${callbackConfirmed.id}`)
}

export async function bookDemo(_previous: unknown, form: unknown): Promise<SubmitResult> {
  return answer('booking', form, '/thank-you')
}

/** With JavaScript the page acts on the answer. Without, the answer is a page. */
async function answer(kind: LeadKind, form: unknown, confirmation: string): Promise<SubmitResult> {
  const requestHeaders = await headers()
  if (requestHeaders.has('next-action')) return submit(kind, form, requestHeaders)

  // A page without scripts cannot name its lead; the name goes back with a refusal, for the next try.
  const submissionId = parseSubmissionMeta(form).submissionId ?? randomUUID()
  if (form instanceof FormData) form.set('submissionId', submissionId)
  const result = await submit(kind, form, requestHeaders)
  if (result.status === 'accepted') redirect(confirmation)
  return { ...result, entries: { ...parseFormValues(kind, form), submissionId } }
}
