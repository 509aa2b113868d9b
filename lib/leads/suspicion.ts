import 'server-only'
import { createHmac } from 'node:crypto'
import { env } from '@/lib/env'
import { processWide } from '@/lib/process-wide'
import type { LeadKind } from '@/lib/site'
import { fieldsOf } from '../forms/fields'
import { orNull } from './database'
import type { Journal } from './journal'
import type { Payload } from './payload'
import { countsPer, incrementSql, unexpiredSql } from './rate-limit'
import type { LeadRecord, StoredLead, Suspicion } from './records'

/**
 * Every lead makes ops' phone system call or text a number, at ops' cost. So a lead is a suspect when its number could be
 * expensive to call, or when too many leads of a day, from any clients, have named it.
 */

const dayMs = 86_400_000
const memory = processWide('phone-limit', () => countsPer(dayMs, env.leadsPerPhone))

/** Null when the lead can be sent. */
export async function suspicionOf(
  journal: Journal | null,
  lead: LeadRecord,
  filledHoneypot: boolean,
): Promise<Suspicion | null> {
  if (filledHoneypot) return 'honeypot'
  const number = plainNumberOf(phoneOf(lead.kind, lead.payload))
  if (number === null || isExpensive(number)) return 'premium-phone'
  return (await isOverLimit(journal, lead.id, number)) ? 'repeated-phone' : null
}

function phoneOf(kind: LeadKind, payload: Payload): string {
  const field = fieldsOf(kind).find(({ type }) => type === 'phone')
  return payload[field?.payloadKey ?? ''] ?? ''
}

/**
 * The ten digits of a number of the North American numbering plan, or null for anything else, which could be a number
 * abroad. The form accepts more than these numbers.
 */
export function plainNumberOf(phone: string): string | null {
  const [, number = null] =
    /^(?:\+?1)?([2-9]\d\d[2-9]\d{6})$/.exec(phone.replaceAll(/[^\d+]/g, '')) ?? []
  return number
}

/**
 * In the plan, 900 and 976 are premium services, 500, 700 and the like are personal numbers of unknown price, and the
 * rest of these area codes lie outside the United States and Canada.
 */
const expensive = [
  /^(900|700|5(00|22|33|44|66|77|88)|[2-9]\d\d976)/,
  /^(242|246|264|268|284|345|441|473|649|658|664|721|758|767|784|809|829|849|868|869|876)/,
]

function isExpensive(number: string): boolean {
  return expensive.some((numbers) => numbers.test(number))
}

/** Counts a new lead. While the journal fails, each process counts in memory. */
async function isOverLimit(journal: Journal | null, id: string, number: string): Promise<boolean> {
  const count = await orNull(() => journal && countInJournal(journal, id, number), id)
  if (count !== null) return count > env.leadsPerPhone
  const isOver = memory.isFull(number)
  memory.add(number)
  return isOver
}

async function countInJournal(journal: Journal, id: string, number: string): Promise<number> {
  const key = await counterOf(journal, number)
  const stored = await journal.find(id)
  // A suspect has not been sent yet, so sending it now counts.
  const isKnown = stored !== null && stored.state !== 'suspect'
  const rows = isKnown
    ? await journal.read(unexpiredSql(journal, '$1', dayMs), [key])
    : await journal.write(incrementSql(journal, dayMs), [key])
  return Number(rows[0]?.points ?? 0)
}

/** Deletes the count of a lead's phone number, from which the number could be guessed. */
export async function forgetPhone(journal: Journal, { kind, payload }: StoredLead): Promise<void> {
  const number = plainNumberOf(phoneOf(kind, payload ?? {}))
  if (number === null) return
  await journal.write('DELETE FROM rate_limits WHERE key = $1 RETURNING key', [
    await counterOf(journal, number),
  ])
}

async function counterOf(journal: Journal, number: string): Promise<string> {
  const hash = createHmac('sha256', await journal.secret())
    .update(number)
    .digest('base64url')
  return `phone:${hash}`
}
