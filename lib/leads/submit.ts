import 'server-only'
import { webhookUrl } from '@/lib/env'
import { log } from '@/lib/log'
import type { LeadKind } from '@/lib/site'
import type { Answer } from './answer'
import { deliver } from './delivery'
import { readEntries } from './form'
import { takeTurn } from './guard'
import { payloadFor } from './payload'
import { check, type Lead } from './schema'

/** The road of a lead: guard, clean and validate, deliver, answer. Whatever the page claims to have checked. */
export async function submit(kind: LeadKind, form: unknown, headers: Headers): Promise<Answer> {
  const now = new Date()
  const turn = await takeTurn(headers)
  if (!turn) return refuse(kind, { status: 'too-fast' })

  const checked = check(kind, readEntries(kind, form), now)
  if ('fields' in checked) {
    await turn.giveBack()
    return refuse(kind, { status: 'invalid', fields: checked.fields })
  }

  return (await send(checked.lead, now)) ? { status: 'accepted' } : { status: 'undelivered' }
}

function refuse(kind: LeadKind, answer: Answer): Answer {
  log('lead refused', { kind, why: answer.status })
  return answer
}

async function send(lead: Lead, now: Date): Promise<boolean> {
  const url = webhookUrl(lead.kind)
  const outcome = url ? await deliver(url, payloadFor(lead, now)) : 'no webhook set'
  const delivered = outcome === 'delivered'
  const ms = Date.now() - now.getTime()
  log(delivered ? 'lead delivered' : 'lead failed', { kind: lead.kind, outcome, ms })
  return delivered
}
