'use server'

import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { after } from 'next/server'
import { callbackKinds } from '@/lib/forms/callback-forms'
import { addressOfStart, demoStart } from '@/lib/forms/demo-start'
import { forms, type LeadKind } from '@/lib/forms/forms'
import type { SubmitResult } from '@/lib/forms/result'
import { formQueryHeader, servicesIn } from '@/lib/forms/services-in-address'
import { readClient } from '@/lib/http/client-address'
import { receiveForm } from '@/lib/leads'
import { redeliverAfterRequest } from '@/lib/ops/background'
import { env } from '@/lib/server/env'
import { logRefused } from '@/lib/server/log'

export async function requestCallback(_previous: unknown, posted: unknown): Promise<SubmitResult> {
  const dialog = posted instanceof FormData ? posted.get('dialog') : null
  const kind = callbackKinds.find((name) => name === dialog)
  if (kind) return respond(kind, posted)
  // Only a page of another build has a dialog that this one does not know. With entries, the page opens the dialog.
  logRefused('outdated')
  return { status: 'outdated', entries: {} }
}

export async function bookDemo(_previous: unknown, posted: unknown): Promise<SubmitResult> {
  if (posted instanceof FormData) await addServices(posted)
  // Without scripts nothing is stored, so the address tells the next page when the demo is.
  const start = posted instanceof FormData && demoStart(posted)
  return respond('booking', posted, start ? addressOfStart(start) : '')
}

/** Those of the address of a form without scripts, which could not add them. */
async function addServices(posted: FormData): Promise<void> {
  if (posted.has('interestedServices')) return
  const query = (await headers()).get(formQueryHeader) ?? ''
  for (const service of servicesIn(query)) posted.append('interestedServices', service)
}

/** With JavaScript the page handles the result, and has the entries. Without, the response is a page. */
async function respond(kind: LeadKind, posted: unknown, address = ''): Promise<SubmitResult> {
  const requestHeaders = await headers()
  const result = await receiveForm(kind, posted, readClient(requestHeaders))
  if (env.onVercel)
    after(() => redeliverAfterRequest({ sendFailed: result.status === 'undelivered' }))
  if (requestHeaders.has('next-action')) return { ...result, entries: undefined }
  if (result.status === 'accepted') redirect(`${forms[kind].confirmation}${address}`)
  return result
}
