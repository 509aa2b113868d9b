'use server'

import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { after } from 'next/server'
import { callbackConfirmed } from '@/lib/content/callback'
import { env } from '@/lib/env'
import { demoStart } from '@/lib/forms/demo-start'
import type { SubmitResult } from '@/lib/forms/result'
import { receiveForm } from '@/lib/leads'
import { redeliverAfterRequest } from '@/lib/ops/background'
import { callbackKinds, type LeadKind } from '@/lib/site'

export async function requestCallback(_previous: unknown, form: unknown): Promise<SubmitResult> {
  const dialog = form instanceof FormData ? form.get('dialog') : null
  const kind = callbackKinds.find((name) => name === dialog) ?? 'see-ai-in-action'
  return respond(kind, form, `/#${callbackConfirmed.id}`)
}

export async function bookDemo(_previous: unknown, form: unknown): Promise<SubmitResult> {
  // Without scripts nothing is stored, so the address tells the next page when the demo is.
  const start = form instanceof FormData && demoStart(form)
  return respond('booking', form, start ? `/thank-you#${start}` : '/thank-you')
}

/** With JavaScript the page handles the result, and has the entries. Without, the response is a page. */
async function respond(kind: LeadKind, form: unknown, confirmation: string): Promise<SubmitResult> {
  const requestHeaders = await headers()
  const result = await receiveForm(kind, form, requestHeaders)
  if (env.onVercel)
    after(() => redeliverAfterRequest({ sendFailed: result.status === 'undelivered' }))
  if (requestHeaders.has('next-action')) return { ...result, entries: undefined }
  if (result.status === 'accepted') redirect(confirmation)
  return result
}
