import { randomUUID } from 'node:crypto'
import {
  afterAll,
  afterEach,
  beforeAll,
  describe,
  expect,
  inject,
  onTestFinished,
  vi,
} from 'vitest'
import { type FieldType, fieldsOf } from '@/lib/forms/fields'
import { forms, type LeadKind } from '@/lib/forms/forms'
import type { Journal } from '@/lib/leads/journal'
import type { HoldReason, LeadRecord, LeasedLead } from '@/lib/leads/lead'
import type { Outcome } from '@/lib/leads/outcomes'
import { recordLead } from '@/lib/leads/record'
import { webhookNames } from '@/lib/server/env'
import { type Database, newDatabase, sqlite } from '../database/database'
import { pgBouncerMissing } from '../database/proxies'
import { forgetProcess } from '../process/forget-process'
import { WebhookReceiver } from '../receiver/webhook-receiver'
import { newClientAddress, requiredValues, sampleKind } from '../visitor/visitor'
import { sqliteUrl } from './site'

/** The server's modules in the process of a unit test, and what such tests need around them. */

type Variables = Record<string, string | undefined>

/** The variables of all webhooks: bookings go to one path, and what other forms send to another. */
export function webhooksOf(receiver: Pick<WebhookReceiver, 'url'>): Record<string, string> {
  const pathOf = (name: string) => (name === 'BOOKING_WEBHOOK_URL' ? '/book' : '/call')
  return Object.fromEntries(webhookNames.map((name) => [name, receiver.url(pathOf(name))]))
}

/**
 * Loads the modules with these variables, as a new process does. Without DATABASE_URL, the journal is a new file. Limits of one
 * number and of all leads are only those that a test gives. The test fails if the log has the data of a person.
 */
export async function startUnlimitedServer(variables: Variables = {}) {
  const defaults = {
    VERCEL: undefined,
    DATABASE_URL: sqliteUrl(),
    // Tests name the same phone number again and again, and send many leads.
    LEADS_PER_PHONE: '999999',
    LEADS_PER_HOUR_TOTAL: '999999',
  }
  for (const [name, value] of Object.entries({ ...defaults, ...variables })) vi.stubEnv(name, value)
  const log = captureLog()
  onTestFinished(() =>
    expect(log.text(), 'the log has personal data').not.toMatch(
      /Ana Ruiz|5095550147|ana@ruiz\.com/,
    ),
  )
  // What a process has loaded, and what it holds for all its bundles.
  vi.resetModules()
  const afterwards: (() => Promise<unknown>)[] = []
  vi.doMock('next/server', () => ({
    after: (task: () => Promise<unknown>) => afterwards.push(task),
  }))
  forgetProcess()
  const [
    { env },
    { receiveForm },
    { getJournal, opened: stores },
    { redeliverDue },
    { readClient },
    { socketAddressHeader },
    cron,
    health,
  ] = await Promise.all([
    import('@/lib/server/env'),
    import('@/lib/leads/deliver'),
    import('@/lib/leads/journal'),
    import('@/lib/leads/redeliver'),
    import('@/lib/http/client-address'),
    import('@/lib/http/node-server'),
    import('@/app/api/leads/redeliver/route'),
    import('@/app/api/health/route'),
  ])
  // A test may make opening fail at first.
  let journal = await Promise.resolve()
    .then(getJournal)
    .catch(() => null)
  const opened = () => {
    journal ??= getJournal()
    if (!journal) throw new Error('There is no journal')
    return journal
  }
  onTestFinished(() => journal?.store.close())
  onTestFinished(() => stores.visits?.close())
  const get = async (route: (request: Request) => Promise<Response>, secret?: string) => {
    const headers: HeadersInit = secret ? { authorization: `Bearer ${secret}` } : {}
    const response = await route(new Request('http://px.example/', { headers }))
    return { status: response.status, body: await response.json() }
  }

  return {
    log,
    get journal() {
      return opened()
    },
    /** Submits a form. Each comes from another client, unless the test gives an address. */
    submit(
      change: Record<string, string> = {},
      {
        kind = sampleKind,
        address = newClientAddress(),
        host = 'px.example',
        isScripted = false,
      }: Submission = {},
    ) {
      const form = new FormData()
      for (const [name, value] of Object.entries({ ...entriesOf(kind), ...change }))
        form.set(name, value)
      const headers = new Headers({ [socketAddressHeader]: address, host })
      if (isScripted) headers.set('next-action', '')
      return receiveForm(kind, form, readClient(headers))
    },
    leads: () =>
      opened().store.read('SELECT id, state, outcome, attempts FROM leads ORDER BY created_at, id'),
    /** Sends every lead that waits, as if its backoff or its lease had ended. */
    async redeliver() {
      await opened().store.write('UPDATE leads SET next_at = 0, lease_until = 0 RETURNING id')
      await redeliverDue(opened(), 10_000)
    },
    /** As if the process had started with these variables. */
    setWebhooks: (urls: Variables) => Object.assign(env.webhookUrls, urls),
    callCron: (secret?: string) => get(cron.GET, secret),
    readHealth: () => get(health.GET),
    /** Does what was left for the time after the answers. */
    runAfterwards: () => Promise.all(afterwards.splice(0).map((task) => task())),
  }
}

type Submission = { kind?: LeadKind; address?: string; host?: string; isScripted?: boolean }

const person: { [Type in FieldType]?: string } = {
  name: 'Ana Ruiz',
  phone: '5095550147',
  business: 'Ruiz & Sons',
  email: 'ana@ruiz.com',
}

function entriesOf(kind: LeadKind): Record<string, string> {
  const entered = fieldsOf(forms[kind]).flatMap(({ name, type }) =>
    person[type] ? [[name, person[type]]] : [],
  )
  return { ...requiredValues(kind), ...Object.fromEntries(entered) }
}

/** Keeps the log from the terminal. The returned functions read it. */
export function captureLog() {
  const lines: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    lines.push(String(text))
    return true
  })
  return {
    text: () => lines.join(''),
    events: (): Record<string, unknown>[] => lines.map((line) => JSON.parse(line)),
    /** The warnings since the last call. */
    warnings: () => lines.splice(0).flatMap((line) => JSON.parse(line).warning ?? []),
  }
}

/** Records a lead without limits. With a reason, it is held. */
export function receive(
  journal: Journal,
  lead: LeadRecord,
  { reason }: { reason?: HoldReason | null } = {},
) {
  return recordLead(journal.store, lead, { holdReason: reason ?? null, counters: [] })
}

/** A webhook that stops at the end of the test. */
export async function startReceiver(scheme?: 'http' | 'https'): Promise<WebhookReceiver> {
  const receiver = await WebhookReceiver.start(scheme)
  onTestFinished(() => receiver.stop())
  return receiver
}

export function newLead(change: Partial<LeadRecord> = {}): LeadRecord {
  return {
    id: randomUUID(),
    thread: randomUUID(),
    kind: 'booking',
    payload: { fullName: 'Ana Ruiz', phoneNumber: '5095550147' },
    extras: { consent: '2026-11' },
    ...change,
  }
}

export async function record(
  journal: Journal,
  change: Partial<LeadRecord> = {},
): Promise<LeasedLead> {
  const receipt = await receive(journal, newLead(change))
  if (receipt.state !== 'leased') throw new Error(receipt.state)
  return receipt.lease
}

/** Gives a lead up after an attempt that failed, as its age does. */
export async function giveUp(journal: Journal, lead: LeasedLead, outcome: Outcome = 'failed') {
  await journal.settle(lead, outcome)
  await journal.store.write(
    "UPDATE leads SET state = 'dead', next_at = NULL WHERE id = $1 RETURNING id",
    [lead.id],
  )
}

type Open = () => Promise<Database>

/** A new PostgreSQL database. */
export const postgresDatabase: Open = () => newDatabase(inject('postgresUrl'))

/** Mutation tests and `npm run check:fast` start no database server (tests/vitest.config.ts). */
const skipped = inject('postgresUrl') ? null : 'not started'

const databases: [name: string, missing: string | null, open: Open][] = [
  ['SQLite', null, async () => sqlite()],
  ['PostgreSQL', skipped, postgresDatabase],
  [
    'PostgreSQL behind PgBouncer',
    skipped ?? pgBouncerMissing,
    () => newDatabase(inject('pgBouncerUrl')),
  ],
]

/** Runs tests with every database that a journal can be in. */
export function describeDatabases(title: string, tests: (open: Open) => void, among = databases) {
  for (const [name, missing, open] of among)
    describe.skipIf(missing)(`${title} on ${name}${missing ? `: ${missing}` : ''}`, () =>
      tests(open),
    )
}

/** For SQL that PgBouncer cannot change the meaning of. */
export function describeBothDatabases(title: string, tests: (open: Open) => void) {
  describeDatabases(title, tests, databases.slice(0, 2))
}

/** The tests of a block share a journal with this clock. After each test its tables are emptied. */
export function shareJournal(
  open: Open,
  now: () => number,
  onOpen: (journal: Journal, url: string) => void,
): void {
  let journal: Journal
  beforeAll(async () => {
    const { Journal, openDatabase } = await import('@/lib/leads/journal')
    const { url } = await open()
    journal = Journal.open({ ...openDatabase(url), now: () => String(now()) })
    onOpen(journal, url)
  })
  afterEach(() => clearTables(journal))
  afterAll(() => journal.store.close())
}

/** The tables that tests fill. */
export async function clearTables(journal: Journal): Promise<void> {
  for (const table of [
    'leads',
    'alerts',
    'limit_counts',
    'maintenance',
    'consents',
    'erased',
    'visit_counts',
  ])
    await journal.store.write(`DELETE FROM ${table} RETURNING 1`)
}

/** From now on, modules that a test loads are of a later version, which changes the tables once more. */
export function releaseLater(...changes: string[]): void {
  vi.doMock('@/lib/leads/store/migrations', async (load) => {
    const later = await load<typeof import('@/lib/leads/store/migrations')>()
    ;(later.migrations as string[][]).push(changes)
    return later
  })
  vi.resetModules()
  onTestFinished(() => void vi.doUnmock('@/lib/leads/store/migrations'))
}
