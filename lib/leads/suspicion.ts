import 'server-only'
import { createHmac } from 'node:crypto'
import { env } from '@/lib/env'
import { processWide } from '@/lib/process-wide'
import { fieldsOf } from '../forms/fields'
import { orNull } from './database'
import type { Journal } from './journal'
import { countsPer, incrementSql, unexpiredSql } from './rate-limit'
import type { LeadRecord, Suspicion } from './records'

/**
 * Every lead makes ops' phone system call or text a number, at ops' cost. So a lead is a suspect when its number is
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
  const field = fieldsOf(lead.kind).find(({ type }) => type === 'phone')
  const phone = lead.payload[field?.payloadKey ?? ''] ?? ''
  if (isExpensive(phone)) return 'premium-phone'
  return (await isOverLimit(journal, lead.id, digitsOf(phone))) ? 'repeated-phone' : null
}

/**
 * In the North American numbering plan, 900 and 976 are premium services, 500, 700 and the like are personal numbers of
 * unknown price, and the rest of these area codes lie outside the United States and Canada.
 */
const expensive = [
  /^(900|700|5(00|22|33|44|66|77|88)|[2-9]\d\d976)/,
  /^(242|246|264|268|284|345|441|473|649|658|664|721|758|767|784|809|829|849|868|869|876)/,
]

/** Also true for numbers abroad: the site serves the United States. */
export function isExpensive(phone: string): boolean {
  const isAbroad = /^\+(?!\D*1)|^\D*0(0|11)/.test(phone)
  return isAbroad || expensive.some((numbers) => numbers.test(digitsOf(phone)))
}

/** The digits without the country code of the United States, so that a number has one spelling. */
export function digitsOf(phone: string): string {
  return phone.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
}

/** Counts a new lead. While the journal fails, each process counts in memory. */
async function isOverLimit(journal: Journal | null, id: string, phone: string): Promise<boolean> {
  const count = await orNull(() => journal && countInJournal(journal, id, phone), id)
  if (count !== null) return count > env.leadsPerPhone
  const isOver = memory.isFull(phone)
  memory.add(phone)
  return isOver
}

async function countInJournal(journal: Journal, id: string, phone: string): Promise<number> {
  const hash = createHmac('sha256', await journal.secret())
    .update(phone)
    .digest('base64url')
  const key = `phone:${hash}`
  const isKnown = (await journal.find(id)) !== null
  const rows = isKnown
    ? await journal.read(unexpiredSql(journal, '$1', dayMs), [key])
    : await journal.write(incrementSql(journal, dayMs), [key])
  return Number(rows[0]?.points ?? 0)
}
