import { createRequire } from 'node:module'
import { join } from 'node:path'
import Libsql from 'libsql'
import { parseFormValues, parseSubmissionMeta } from '@/lib/forms/form-data'
import { forms } from '@/lib/forms/forms'
import { validateLead } from '@/lib/forms/schema'
import { getJournal } from '@/lib/leads/journal'
import { deriveIds } from '@/lib/leads/lead-id'
import { buildPayload, webhookBody } from '@/lib/leads/payload'
import { phoneCounter } from '@/lib/leads/suspicion'
import { sendOnce } from '@/lib/leads/webhook'
import { newClientAddress } from './client-address'
import { leadEntries } from './lead-post'
import { temporaryFolder } from './temporary-folder'

/**
 * Measures the parts of a lead one by one, and prints the milliseconds of each as JSON. `bareJournal` is the time of two
 * transactions that only store the lead and its state, which is the least that a journal on this disk takes.
 */

export type LeadCosts = {
  parsing: number
  journal: number
  sending: number
  bareJournal: number
}

// The builds of the site have it.
globalThis.require = createRequire(import.meta.url)
const kind = 'call-our-ai'
const extras = { consent: '2026-11' }
const journal = getJournal()
const url = process.env.CALLBACK_WEBHOOK_URL
if (!journal || !url) throw new Error('DATABASE_URL or CALLBACK_WEBHOOK_URL is not set')

const form = new FormData()
for (const [name, value] of Object.entries(leadEntries)) form.set(name, value)

const bare = new Libsql(join(temporaryFolder('bare'), 'bare.db'))
for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'secure_delete = ON'])
  bare.pragma(pragma)
bare.exec('CREATE TABLE leads (id TEXT PRIMARY KEY, state TEXT, payload TEXT)')
const insert = bare.prepare('INSERT INTO leads VALUES ($1, $2, $3)')
const update = bare.prepare('UPDATE leads SET state = $2 WHERE id = $1')

const times: Record<keyof LeadCosts, number[]> = {
  parsing: [],
  journal: [],
  sending: [],
  bareJournal: [],
}
for (let round = 0; round < 600; round++) {
  const startedAt = performance.now()
  parseSubmissionMeta(form)
  const validated = validateLead(kind, parseFormValues(forms[kind], form))
  if ('fields' in validated) throw new Error(JSON.stringify(validated.fields))
  const payload = buildPayload(validated.lead, new Date())
  const ids = await deriveIds(journal, kind, payload, newClientAddress())
  const lead = { ...ids, kind, payload, extras } as const
  const phone = await phoneCounter(journal, lead)
  const parsedAt = performance.now()
  const { lease } = await journal.receive(lead, { phone })
  const recordedAt = performance.now()
  if (!lease) throw new Error('The lead was not recorded')
  const { outcome } = await sendOnce({ id: lease.id, body: webhookBody(lease, []) }, url, [])
  const sentAt = performance.now()
  await journal.settle(lease, outcome)
  const settledAt = performance.now()
  insert.run({ 1: lead.id, 2: 'leased', 3: JSON.stringify(payload) })
  update.run({ 1: lead.id, 2: 'delivered' })
  const storedAt = performance.now()
  // The first rounds load and compile code.
  if (round < 100) continue
  times.parsing.push(parsedAt - startedAt)
  times.journal.push(recordedAt - parsedAt + settledAt - sentAt)
  times.sending.push(sentAt - recordedAt)
  times.bareJournal.push(storedAt - settledAt)
}
// Means, because they add up, and a checkpoint of the journal is part of some leads only.
const mean = (all: number[]) => all.reduce((sum, ms) => sum + ms) / all.length
const means = Object.entries(times).map(([part, all]) => [part, mean(all)])
process.stdout.write(`${JSON.stringify(Object.fromEntries(means))}\n`)
process.exit(0)
