import { join } from 'node:path'
import Libsql from 'libsql'
import { parseFormValues, parseSubmissionMeta } from '@/lib/forms/form-data'
import { forms } from '@/lib/forms/forms'
import { validateLead } from '@/lib/forms/schema'
import { getJournal, type Journal } from '@/lib/leads/journal'
import { countersOf } from '@/lib/leads/limits/counters'
import { buildPayload, deriveIds, webhookBody } from '@/lib/leads/payload'
import { sendOnce } from '@/lib/leads/webhook'
import { temporaryFolder } from '../../support/process/files'
import { leadEntries } from '../../support/visitor/lead-post'
import { newClientAddress } from '../../support/visitor/visitor'

/**
 * Measures the parts of a lead one by one, with as many leads at once as there are clients, and prints the milliseconds of
 * each as JSON. `bareJournal` is the time in which transactions of all these leads only store them and their states, which
 * is the least that a journal on this disk takes.
 */

export type LeadCosts = {
  parsing: number
  journal: number
  sending: number
  bareJournal: number
}

const kind = 'call-our-ai'
const extras = { consent: '2026-11' }
const rounds = 100
const clients = Number(process.argv[2])
const journal = getJournal() as Journal
const url = String(process.env.CALLBACK_WEBHOOK_URL)

const form = new FormData()
for (const [name, value] of Object.entries(leadEntries)) form.set(name, value)

const bare = new Libsql(join(temporaryFolder('bare'), 'bare.db'))
for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'secure_delete = ON'])
  bare.pragma(pragma)
bare.exec('CREATE TABLE leads (id TEXT PRIMARY KEY, state TEXT, payload TEXT)')
const insert = bare.prepare('INSERT INTO leads VALUES ($1, $2, $3)')
const update = bare.prepare('UPDATE leads SET state = $2 WHERE id = $1')

type Lead = Awaited<ReturnType<typeof parse>>

async function parse() {
  parseSubmissionMeta(form)
  const validated = validateLead(kind, parseFormValues(forms[kind], form))
  if ('fields' in validated) throw new Error(JSON.stringify(validated.fields))
  const payload = buildPayload(validated.lead, new Date())
  const secret = await journal.store.secret()
  const address = newClientAddress()
  const ids = deriveIds(secret, kind, payload, address, new Date())
  const lead = { ...ids, kind, payload, extras } as const
  return { lead, counters: countersOf(lead, address, secret) }
}

async function store({ lead, counters }: Lead) {
  const { lease } = await journal.receive(lead, { counters })
  if (!lease) throw new Error('The lead was not recorded')
  await journal.settle(lease, 'delivered')
}

async function send({ lead }: Lead) {
  const { outcome } = await sendOnce({ id: lead.id, body: webhookBody(lead, []) }, url, [])
  if (outcome !== 'delivered') throw new Error(outcome)
}

function storeBare(leads: Lead[]) {
  const changes = [
    ({ lead }: Lead) => insert.run({ 1: lead.id, 2: 'leased', 3: JSON.stringify(lead.payload) }),
    ({ lead }: Lead) => update.run({ 1: lead.id, 2: 'delivered' }),
  ]
  for (const change of changes) bare.transaction(() => leads.forEach(change)).immediate()
}

const times: Record<keyof LeadCosts, number> = {
  parsing: 0,
  journal: 0,
  sending: 0,
  bareJournal: 0,
}
// The first rounds load and compile code.
for (let round = -20; round < rounds; round++) {
  const each = async <T>(part: keyof LeadCosts, work: () => T | Promise<T>) => {
    const startedAt = performance.now()
    const result = await work()
    if (round >= 0) times[part] += (performance.now() - startedAt) / rounds / clients
    return result
  }
  const leads = await each('parsing', () => Promise.all(Array.from({ length: clients }, parse)))
  await each('journal', () => Promise.all(leads.map(store)))
  await each('sending', () => Promise.all(leads.map(send)))
  await each('bareJournal', () => storeBare(leads))
}
process.stdout.write(`${JSON.stringify(times)}\n`)
process.exit(0)
