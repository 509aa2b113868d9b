import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { Journal, openDatabase } from '@/lib/leads/journal'
import { leadStates } from '@/lib/leads/lead'
import type { Row } from '@/lib/leads/store/database'
import { type Database, sqlite } from '../../support/database/database'
import { codeBlocks, temporaryFolder } from '../../support/process/files'
import { leads, leadsWithInput, refused } from '../../support/site/cli'
import {
  describeBothDatabases,
  newLead,
  postgresDatabase,
  receive,
  record,
  releaseLater,
  shareJournal,
} from '../../support/site/in-process'

const minute = 60_000

async function newJournal(database: Database): Promise<Journal> {
  const journal = Journal.open(openDatabase(database.url))
  await journal.store.check()
  onTestFinished(() => journal.store.close().catch(() => undefined))
  return journal
}

const insert = ({ store }: Journal, table: string, row: Row) =>
  store.write(
    `INSERT INTO ${table} (${Object.keys(row)})
     VALUES (${Object.keys(row).map((_, index) => `$${index + 1}`)}) RETURNING id`,
    Object.values(row),
  )

/** A lead as a server leaves it in this state, all of its columns different. */
function leadIn(state: string, id = state): Row {
  const at = Date.now() - 60 * minute
  const waits = state === 'pending' || state === 'leased'
  return {
    id,
    thread: `form-${id}`,
    version: at,
    replaces: null,
    waits_from: waits ? at : null,
    kind: 'booking',
    state,
    payload: '{"fullName":"Ana Ruiz","phoneNumber":"5095550147"}',
    extras: '{"consent":"2026-11"}',
    attempts: 3,
    outcome: state === 'delivered' ? 'delivered' : state === 'held' ? 'flood' : 'failed',
    lease: state === 'leased' ? 'the lease of a killed server' : null,
    lease_until: state === 'leased' ? at + 3 * minute : null,
    next_at: waits ? at + 180 * minute : null,
    give_up_at: at + 4000 * minute,
    created_at: at + 1,
    attempted_at: at + 2,
    delivered_at: state === 'delivered' ? at + 3 : null,
    demo_start: '20271204T123000',
  }
}

const proofOf = (id: string): Row => ({
  id,
  kind: 'booking',
  name: 'Ana Ruiz',
  phone: '5095550147',
  email: null,
  page: 'https://old.example/book-demo',
  version: '2026-11-22',
  created_at: Date.now() - 60 * minute,
})

/** A journal file that no process uses any more, as a killed server leaves it. */
function leftBy(server: Database): Database {
  const path = join(temporaryFolder('old'), 'leads.db')
  for (const suffix of ['', '-wal'])
    if (existsSync(nameOf(server) + suffix)) copyFileSync(nameOf(server) + suffix, path + suffix)
  return { ...server, url: `file:${path}` }
}

/** Every row of the tables that an import copies. */
async function contentOf({ store }: Journal) {
  const rowsOf = (table: string) => store.read(`SELECT * FROM ${table} ORDER BY id`)
  const [leads, consents] = [await rowsOf('leads'), await rowsOf('consents')]
  const erased = [await rowsOf('erased_leads'), await rowsOf('erased_consents')]
  return { leads, consents, erased }
}

type Address = Pick<Database, 'url'>

/** The journal without its password. */
const nameOf = ({ url }: Address) =>
  url.startsWith('file:') ? url.slice('file:'.length) : url.replace('leads:leads@', '')

const checked = 'until you have checked the leads: npm run leads -- list.'
const deleteFile = (path: string) =>
  `Keep the file ${checked} Then delete the file, because of the personal data: rm ${path}`
const deleteTables = `Keep its tables ${checked} Then delete its tables, because of the personal data: docs/operations.md has the statements`

type Counts = {
  came?: string
  known?: number
  delivered?: number
  erased?: number
  proofs?: number
}

function imported(source: Address, target: Address, counts: Counts) {
  const { came = 'none', known = 0, delivered = 0, erased = 0, proofs = 0 } = counts
  const lines = [
    `Imported ${nameOf(source)} into ${nameOf(target)}.`,
    `Leads that came: ${came}.`,
    `Leads that were here already: ${known}. Of these, now delivered: ${delivered}.`,
    `Leads that were deleted from one of the two, and stay deleted: ${erased}.`,
    `Proofs of consent that came: ${proofs}.`,
    source.url.startsWith('file:') ? deleteFile(nameOf(source)) : deleteTables,
    '',
  ]
  return { code: 0, stdout: lines.join('\n'), stderr: '' }
}

const importFrom = (source: Address) =>
  source.url.startsWith('file:')
    ? leads('import', nameOf(source))
    : leadsWithInput(`${source.url}\n`, 'import', '-')

describeBothDatabases('an import into a journal', (open) => {
  let target: Address
  let journal: Journal
  /** The journal that a server used before. */
  let server: Database
  let old: Journal
  shareJournal(open, Date.now, (opened, url) => {
    journal = opened
    target = { url }
  })
  beforeEach(async () => {
    await journal.store.check()
    server = sqlite()
    old = await newJournal(server)
    vi.stubEnv('VERCEL', undefined)
    vi.stubEnv('DATABASE_URL', target.url)
  })

  it('brings every column of every lead and proof once, and leaves the file as it is', async () => {
    for (const state of leadStates) await insert(old, 'leads', leadIn(state))
    await insert(old, 'leads', { ...leadIn('delivered', 'purged'), payload: null })
    for (const id of ['delivered', 'of a deleted lead']) await insert(old, 'consents', proofOf(id))
    const content = await contentOf(old)
    const source = leftBy(server)
    expect(await importFrom(source)).toEqual(
      imported(source, target, {
        came: '1 pending, 1 leased, 2 delivered, 1 held, 1 dead',
        proofs: 2,
      }),
    )
    expect(await contentOf(journal)).toEqual(content)
    expect(await importFrom(source)).toEqual(imported(source, target, { known: 6 }))
    expect(await contentOf(journal)).toEqual(content)
    expect(await contentOf(await newJournal(source))).toEqual(content)
  })

  it('brings no time of a demo that was changed in this journal', async () => {
    const versionOf = (version: number, demo_start: string) => ({
      ...leadIn('delivered', `v${version}`),
      ...{ thread: 'form', version, demo_start },
    })
    await insert(old, 'leads', versionOf(1, '20271204T123000'))
    await insert(journal, 'leads', versionOf(2, '20271204T130000'))
    expect(await importFrom(leftBy(server))).toMatchObject({ code: 0 })
    expect(await journal.store.read('SELECT id, demo_start FROM leads ORDER BY id')).toEqual([
      { id: 'v1', demo_start: null },
      { id: 'v2', demo_start: '20271204T130000' },
    ])
  })

  it('sends no lead again that one of the two has delivered, and brings none back that one of the two has deleted', async () => {
    const fates = ['none', 'erased', ...leadStates]
    const pairs = fates.flatMap((there) => fates.map((here) => ({ there, here })))
    const idOf = ({ there, here }: (typeof pairs)[number]) => `${there} there, ${here} here`
    const enter = async (journal: Journal, id: string, fate: string) => {
      if (fate === 'erased') await insert(journal, 'erased_leads', { id, erased_at: 1 })
      else if (fate !== 'none') await insert(journal, 'leads', leadIn(fate, id))
      if (fate === 'erased') await insert(journal, 'erased_consents', { id, erased_at: 1 })
      else if (fate !== 'none') await insert(journal, 'consents', proofOf(id))
    }
    for (const pair of pairs) {
      await enter(old, idOf(pair), pair.there)
      await enter(journal, idOf(pair), pair.here)
    }
    const source = leftBy(server)
    const expected = pairs.flatMap((pair) => {
      const { there, here } = pair
      if ([there, here].includes('erased') || there === here || here === 'delivered')
        return [there, here].includes('erased') || here === 'none' ? [] : [[idOf(pair), here]]
      return here === 'none' || there === 'delivered' ? [[idOf(pair), there]] : [[idOf(pair), here]]
    })
    const erased = pairs.filter(({ there, here }) => [there, here].includes('erased')).map(idOf)
    const ids = (rows: Row[]) => rows.map(({ id }) => String(id)).sort()
    const result = async () => {
      const { leads, consents, erased } = await contentOf(journal)
      return {
        leads: leads.map(({ id, state }) => [id, state]).sort(),
        consents: ids(consents),
        erased: erased.map(ids),
      }
    }
    const once = {
      leads: expected.sort(),
      consents: expected.map(([id]) => id).sort(),
      erased: [erased.sort(), erased.sort()],
    }

    expect(await importFrom(source)).toEqual(
      imported(source, target, {
        came: '1 pending, 1 leased, 1 delivered, 1 held, 1 dead',
        known: 25,
        delivered: 4,
        erased: 10,
        proofs: 5,
      }),
    )
    expect(await result()).toEqual(once)
    // Five leads of the file are those that were deleted here.
    expect(await importFrom(source)).toEqual(imported(source, target, { known: 30, erased: 5 }))
    expect(await result()).toEqual(once)
    const waiting = "state IN ('pending', 'leased') AND id LIKE '%delivered%'"
    expect(await journal.store.read(`SELECT id FROM leads WHERE ${waiting}`)).toEqual([])
    const leased = "state = 'delivered' AND (lease IS NOT NULL OR next_at IS NOT NULL)"
    expect(await journal.store.read(`SELECT id FROM leads WHERE ${leased}`)).toEqual([])
  })

  it('leaves out what cannot be read, says which, and brings the rest', async () => {
    const changes: [string, Row][] = [
      ['payload', { payload: 'Ana Ruiz' }],
      ['payload', { payload: '{"fullName":5}' }],
      ['extras', { extras: '{"consent":"","attribution":"google"}' }],
      ['kind', { kind: 'other' }],
      ['state', { state: 'sent' }],
      ['outcome', { outcome: '\u001b[31mfailed' }],
      ['attempts', { attempts: -1 }],
      ['attempts', { attempts: 2 ** 31 }],
      ['created_at, delivered_at', { created_at: -1, delivered_at: 9e18 }],
      ['thread', { thread: 'form\n' }],
      ['created_at', { created_at: Date.now() + 9 * 24 * 60 * minute }],
      ['next_at', { next_at: Date.parse('2100-01-01') }],
    ]
    for (const [index, [, change]] of changes.entries())
      await insert(old, 'leads', { ...leadIn('pending', `bad-${10 + index}`), ...change })
    await insert(old, 'leads', leadIn('pending', 'bad\n\u001b[31m'))
    await insert(old, 'leads', leadIn('pending', 'good'))
    await insert(old, 'consents', { ...proofOf('bad'), name: 'Ana\u001b[31m', created_at: 9e18 })
    await insert(old, 'consents', proofOf('good'))
    const source = leftBy(server)
    const { code, stdout, stderr } = await importFrom(source)
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
    expect(stdout.split('\n').slice(1)).toEqual([
      'Leads that came: 1 pending.',
      'Leads that were here already: 0. Of these, now delivered: 0.',
      'Leads that were deleted from one of the two, and stay deleted: 0.',
      'Proofs of consent that came: 1.',
      'The proof of consent bad cannot be read and did not come: name, created_at.',
      'The lead bad  [31m cannot be read and did not come: id, thread.',
      ...changes.map(
        ([columns], index) =>
          `The lead bad-${10 + index} cannot be read and did not come: ${columns}.`,
      ),
      `Keep ${nameOf(source)}: only there is what could not be read.`,
      '',
    ])
    const { leads: come, consents } = await contentOf(journal)
    expect([come, consents].map((rows) => rows.map(({ id }) => id))).toEqual([['good'], ['good']])
  })

  it('leaves out rows without an id that can be read, says how many, and keeps the file', async () => {
    await insert(old, 'leads', leadIn('pending', 'good'))
    await server.query('ALTER TABLE leads RENAME TO other')
    await server.query('CREATE TABLE leads AS SELECT * FROM other')
    for (const id of ['NULL', "''", "CAST('blob' AS BLOB)", "CAST(X'ff' AS TEXT)"])
      await server.query(
        `INSERT INTO leads (${Object.keys(leadIn('pending'))}) SELECT ${id}, ${Object.keys(leadIn('pending')).slice(1)} FROM other`,
      )
    const source = leftBy(server)
    const { code, stdout } = await importFrom(source)
    expect([code, ...stdout.split('\n').slice(1, 2), ...stdout.split('\n').slice(5)]).toEqual([
      1,
      'Leads that came: 1 pending.',
      'The lead \ufffd cannot be read and did not come: id.',
      'Leads without an id, which did not come: 3.',
      `Keep ${nameOf(source)}: only there is what could not be read.`,
      '',
    ])
  })

  it('leaves out a row whose text is not Unicode', async () => {
    for (const id of ['bad', 'good']) await insert(old, 'leads', leadIn('pending', id))
    for (const id of ['bad', 'good']) await insert(old, 'consents', proofOf(id))
    const latin1 = `CAST(X'7b2266756c6c4e616d65223a224a6f73e9227d' AS TEXT)`
    await server.query(`UPDATE leads SET payload = ${latin1} WHERE id = 'bad'`)
    await server.query(`UPDATE consents SET name = CAST(X'4a6f73e9' AS TEXT) WHERE id = 'bad'`)
    const source = leftBy(server)
    const { code, stdout } = await importFrom(source)
    expect([code, ...stdout.split('\n').slice(5)]).toEqual([
      1,
      'The proof of consent bad cannot be read and did not come: name.',
      'The lead bad cannot be read and did not come: payload.',
      `Keep ${nameOf(source)}: only there is what could not be read.`,
      '',
    ])
    expect((await contentOf(journal)).leads.map(({ id }) => id)).toEqual(['good'])
  })

  it('runs no SQL that a name in the file contains, and needs no column that it does not know', async () => {
    await insert(old, 'leads', leadIn('dead'))
    for (const name of ['note', `id) SELECT 'injected' --`])
      await server.query(`ALTER TABLE leads ADD COLUMN "${name}" TEXT`)
    const source = leftBy(server)
    expect(await importFrom(source)).toEqual(imported(source, target, { came: '1 dead' }))
    expect((await contentOf(journal)).leads).toEqual([expect.objectContaining({ id: 'dead' })])
  })

  it('is refused while a lead is being sent that the other journal has deleted', async () => {
    const { id, ...lease } = await record(journal)
    await insert(old, 'erased_leads', { id, erased_at: 1 })
    const source = leftBy(server)
    expect(await importFrom(source)).toEqual(
      refused(
        `${id} was deleted from ${nameOf(source)}, and is being sent from ${nameOf(target)}: import again in a minute.`,
      ),
    )
    await journal.settle({ id, ...lease }, 'delivered')
    expect(await importFrom(source)).toEqual(imported(source, target, { erased: 1 }))
    expect(await journal.find(id)).toBeNull()
  })

  it('brings more leads than one batch has, and those that were here before only once', async () => {
    const ids = Array.from({ length: 250 }, (_, index) => String(index))
    for (const id of ids) await insert(old, 'leads', leadIn('pending', id))
    for (const id of ids.slice(0, 120)) await insert(journal, 'leads', leadIn('pending', id))
    const source = leftBy(server)
    expect(await importFrom(source)).toEqual(
      imported(source, target, { came: '130 pending', known: 120 }),
    )
    expect((await contentOf(journal)).leads).toHaveLength(250)
  })
})

describeBothDatabases('an import from a PostgreSQL database into a journal', (open) => {
  it('brings every lead and proof, and refuses while one is being sent', async () => {
    const [source, target] = [await postgresDatabase(), await open()]
    const [old, journal] = [await newJournal(source), await newJournal(target)]
    vi.stubEnv('VERCEL', undefined)
    vi.stubEnv('DATABASE_URL', target.url)
    const lead = await record(old)
    expect(await importFrom(source)).toEqual(
      refused(
        `Leads of ${nameOf(source)} are being sent. Stop the servers that use it, and import in a minute.`,
      ),
    )
    expect((await contentOf(journal)).leads).toEqual([])
    await old.settle(lead, 'failed')
    for (const state of leadStates) await insert(old, 'leads', leadIn(state))
    const content = await contentOf(old)
    const counts = { came: '2 pending, 1 leased, 1 delivered, 1 held, 1 dead', proofs: 1 }
    expect(await importFrom(source)).toEqual(imported(source, target, counts))
    expect(await contentOf(journal)).toEqual(content)
    expect(await importFrom(source)).toEqual(imported(source, target, { known: 6 }))
    expect([await contentOf(journal), await contentOf(old)]).toEqual([content, content])
    const heading = '## Move from the file to PostgreSQL, and back'
    const [statements = ''] = codeBlocks('docs/operations.md', heading, 'sql')
    await source.query(statements)
    const tables = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
    expect(await source.query(tables)).toEqual([])
  })
})

describe('a journal', () => {
  let target: Database
  let folder: string
  beforeEach(async () => {
    target = sqlite()
    folder = temporaryFolder('import')
    await (await newJournal(target)).store.close()
    vi.stubEnv('VERCEL', undefined)
    vi.stubEnv('DATABASE_URL', target.url)
  })

  it('of an earlier version is imported, and its tables do not change', async () => {
    const server = sqlite()
    await insert(await newJournal(server), 'leads', leadIn('delivered'))
    const source = leftBy(server)
    releaseLater('ALTER TABLE leads ADD COLUMN note TEXT')
    const later = await import('@/lib/leads/journal')
    const { store } = later.Journal.open(later.openDatabase(target.url))
    await store.check()
    await store.close()
    expect(await importFrom(source)).toEqual(imported(source, target, { came: '1 delivered' }))
    expect(readdirSync(dirname(nameOf(source)))).toEqual(['leads.db'])
    expect(await source.query('SELECT * FROM journal_version')).toEqual([
      { version: 1, migrations: 1 },
    ])
    expect(await importFrom(source)).toEqual(imported(source, target, { known: 1 }))
  })

  it('in a file whose name a shell would run is deleted by a command that does not run it', async () => {
    const name = join(folder, "$(touch ran)'s leads.db")
    await (await newJournal(sqlite())).store.backup(name)
    const { stdout } = await leads('import', name)
    const [, command = ''] = /because of the personal data: (.*)\n/.exec(stdout) ?? []
    execFileSync('sh', ['-c', command], { cwd: folder })
    expect(readdirSync(folder)).toEqual([])
  })

  it('in a backup is imported while a server uses the original', async () => {
    const source = sqlite()
    const old = await newJournal(source)
    await old.settle(await record(old), 'failed')
    const backup = join(folder, 'backup.db')
    await old.store.backup(backup)
    expect(await leads('import', `file:${backup}`)).toEqual(
      imported({ url: `file:${backup}` }, target, { came: '1 pending', proofs: 1 }),
    )
  })

  it('that cannot be imported is named in one sentence', async () => {
    const [text, empty, none] = ['text.db', 'empty.db', 'none.db'].map((name) =>
      join(folder, name),
    ) as [string, string, string]
    writeFileSync(
      text,
      'no database, but longer than the hundred bytes of the header of one. '.repeat(9),
    )
    writeFileSync(empty, '')
    const used = sqlite()
    await newJournal(used)
    await used.query('INSERT INTO journal_version VALUES (99, 99)')
    const newer = leftBy(used)
    const [here, inUse, later] = [target, used, newer].map(nameOf)
    for (const [file, sentence] of [
      [none, `There is no file ${none}.`],
      [text, `There is no journal in ${text}.`],
      [empty, `There is no journal in ${empty}.`],
      [here, `${here} is the journal that DATABASE_URL names. Name the other one.`],
      [inUse, `${inUse} is in use. Stop the server that uses it, then import.`],
      [
        later,
        `${later} is the journal of a newer version of this site. Import it with that version.`,
      ],
      [
        'postgres://leads:secret@127.0.0.1/leads',
        'Others can see an address on the command line. Give it on standard input: npm run leads -- import - < FILE',
      ],
    ] as const)
      expect(await leads('import', String(file))).toEqual(refused(sentence))
    expect(existsSync(none)).toBe(false)
    expect(await leads('import')).toEqual(
      refused('A file is missing. Usage: npm run leads -- import FILE|-'),
    )
    expect(await leadsWithInput('leads.db', 'import', '-')).toEqual(
      refused(
        'The address must be file:PATH or postgres://USER:PASSWORD@HOST/NAME. In a password, write special characters as in any address, such as %24 for $, %23 for #, and %2F for /.',
      ),
    )
    expect(
      await leadsWithInput('postgres://leads:secret@127.0.0.1:1/leads', 'import', '-'),
    ).toEqual(
      refused(
        'postgres://127.0.0.1:1/leads cannot be read: nothing listens at the address of the database (ECONNREFUSED).',
      ),
    )
  })

  it('in PostgreSQL that cannot be imported is named in one sentence', async () => {
    const server = await postgresDatabase()
    const name = nameOf(server)
    expect(await importFrom(server)).toEqual(refused(`There is no journal in ${name}.`))
    const wrong = server.url.replace('leads:leads', 'leads:secret')
    expect(await leadsWithInput(wrong, 'import', '-')).toEqual(
      refused(
        `${name} cannot be read: the database does not accept the user or the password (28P01).`,
      ),
    )
    const journal = await newJournal(server)
    await receive(journal, newLead(), { reason: 'flood' })
    // Another address of the same database.
    vi.stubEnv('DATABASE_URL', server.url)
    const other = server.url.replace('127.0.0.1', 'localhost')
    expect(await leadsWithInput(other, 'import', '-')).toEqual(
      refused(
        `${name.replace('127.0.0.1', 'localhost')} is the journal that DATABASE_URL names. Name the other one.`,
      ),
    )
    vi.stubEnv('DATABASE_URL', 'postgres://leads:secret@127.0.0.1:1/leads')
    expect(await importFrom(target)).toEqual(
      refused('The journal postgres://127.0.0.1:1/leads failed: connect ECONNREFUSED 127.0.0.1:1.'),
    )
  })
})
