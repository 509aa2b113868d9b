'use server'

import { randomUUID } from 'node:crypto'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { callbackConfirmed } from '@/lib/content/callback'
import { submit } from '@/lib/leads/server/submit'
import { parseFormValues } from '@/lib/leads/shared/form-data'
import type { SubmitResult } from '@/lib/leads/shared/result'
import { parseSubmissionMeta } from '@/lib/leads/shared/submission-meta'
import { callbackKinds, type LeadKind } from '@/lib/site'

export async function requestCallback(_previous: unknown, form: unknown): Promise<SubmitResult> {
  const dialog = form instanceof FormData ? form.get('dialog') : null
  const kind = callbackKinds.find((name) => name === dialog) ?? 'see-ai-in-action'
  return respond(kind, form, `/#${callbackConfirmed.id}`)
}

export async function bookDemo(_previous: unknown, form: unknown): Promise<SubmitResult> {
  return respond('booking', form, '/thank-you')
}

/** With JavaScript the page handles the result. Without, the response is a page. */
async function respond(kind: LeadKind, form: unknown, confirmation: string): Promise<SubmitResult> {
  const requestHeaders = await headers()
  if (requestHeaders.has('next-action')) return submit(kind, form, requestHeaders)

  // Without scripts the page has no id for the lead. A rejected form gets this one back, for the next attempt.
  const submissionId = parseSubmissionMeta(form).submissionId ?? randomUUID()
  if (form instanceof FormData) form.set('submissionId', submissionId)
  const result = await submit(kind, form, requestHeaders)
  if (result.status === 'accepted') redirect(confirmation)
  return { ...result, entries: { ...parseFormValues(kind, form), submissionId } }
}
