import 'server-only'
import { existsSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { env } from '@/lib/env'
import type { Journal } from '@/lib/leads/journal'
import { type LeadState, leadStates } from '@/lib/leads/lead'
import { purgeOld } from '@/lib/leads/retention'
import { maxWaitMs } from '@/lib/leads/schedule'
import type { Store } from '@/lib/leads/store/database'
import { OpsError } from '@/lib/log'
import { consentsOf, formatConsents, formatConsentsJson } from './consents'
import { deleteLead, isLeadId } from './erase'
import { formatLead, formatLeadJson, formatLeadTable, type Pages, toCsv } from './formats'
import { htmlReport } from './html-report'
import { importJournal } from './import'
import { leadPages } from './lead-pages'
import { journalName, journalPath, withJournal } from './open-journal'
import { type OptionName, type Options, options } from './options'
import { leadsOf, personOf } from './person'
import { csvReport, makeReport, textReport } from './report'
import { restoreFile, restoreInPlace } from './restore'
import { print, printAll, printError, shellArgument, withProgress } from './terminal'
import { testArgument, testWebhook } from './test-lead'

/** The commands of `npm run leads`. They can run while a server uses the same journal. */

type Command = {
  argument?: string
  /** What its argument is, if it needs one. */
  needs?: string
  example?: string
  options?: OptionName[]
  description: string
  /** Throws when something was not done. False: it was not, and the output says why. */
  run: (args: string[], options: Options) => Promise<unknown>
}

export const commands: Record<string, Command> = {
  list: {
    options: ['state', 'kind', 'reason', 'since', 'json'],
    description: 'List leads by state, without personal data. The default command.',
    run: withJournal((journal, _, options) => {
      printError(`Journal: ${journalName()}`)
      return printLeads(byState(journal.store, options), options)
    }),
  },
  show: {
    argument: 'ID',
    needs: 'An id',
    description: 'Print everything stored about a lead.',
    run: withJournal(async (journal, id) => {
      const lead = await journal.find(id)
      if (!lead) throw new OpsError(`There is no lead ${id}.`)
      print(formatLead(lead))
    }),
  },
  redeliver: {
    argument: '[ID]',
    options: ['oldest-first', 'per-minute'],
    description:
      'Make one pending or dead lead due now, or all of them, the newest first. The server sends them. With --per-minute, so many of them become due each minute.',
    run: withJournal(async (journal, id, { oldestFirst, perMinute }) => {
      if (oldestFirst || perMinute) return redeliverInOrder(journal, id, oldestFirst, perMinute)
      const count = await journal.makeDue(['pending', 'dead'], id || undefined)
      if (id && count === 0) {
        const state = (await journal.find(id))?.state
        if (!state) throw new OpsError(`There is no lead ${id}.`)
        throw new OpsError(`${id} is not pending or dead: its state is ${state}.`)
      }
      const due = count === 1 ? '1 lead is due now.' : `${count} leads are due now.`
      print(`${due} A running server sends within seconds, the cron job at its next call.`)
    }),
  },
  release: {
    argument: '[ID]',
    options: ['reason', 'since'],
    description: 'Send a held lead after all, or all that are held leads for the same reason.',
    run: withJournal(async (journal, id, { reasons, since }) => {
      const namesBoth = id && (reasons.length > 0 || since > 0)
      if (namesBoth || (!id && reasons.length === 0))
        throw new OpsError(
          'Give the id of one lead, or --reason for all leads with this reason, also with --since.',
        )
      if (!id) {
        const released = await journal.release(reasons, since)
        return print(`Released leads: ${released}. They will be sent with the next due leads.`)
      }
      if ((await journal.makeDue(['held'], id)) === 0)
        throw new OpsError(`There is no held lead ${id}.`)
      print(`${id} is released and will be sent with the next due leads.`)
    }),
  },
  find: {
    argument: 'EMAIL|PHONE|-',
    needs: 'An email address or a phone number',
    example: '- < FILE',
    options: ['json'],
    description:
      'List the leads of one person, and apart from them those with a text that names the address or number. With -, reads it from standard input.',
    run: withJournal(async (journal, argument, options) => {
      const leads = await leadsOf(personOf(await readPerson(argument)), journal.store)
      if (options.json) return printLeads([leads], options)
      await printLeads([leads.filter(({ match }) => match === 'person')], options)
      const named = leads.filter(({ match }) => match === 'text')
      if (named.length === 0) return
      print('\nNot of this person, but with a text that names the address or number:\n')
      await printLeads([named], options)
    }),
  },
  consent: {
    argument: 'EMAIL|PHONE|-',
    needs: 'An email address or a phone number',
    example: '- < FILE',
    options: ['json'],
    description:
      'Print the proofs that one person agreed to be called: who, when, on which page, and to which text.',
    run: withJournal(async (journal, argument, { json }) => {
      const consents = await consentsOf(personOf(await readPerson(argument)), journal.store)
      print(json ? formatConsentsJson(consents) : formatConsents(consents))
    }),
  },
  delete: {
    argument: 'ID',
    needs: 'An id',
    options: ['with-consent'],
    description:
      'Delete a lead, also from the pages of the file, and the other versions of a changed booking. Its proof of consent stays, unless you give --with-consent. Copies elsewhere stay: docs/operations.md.',
    run: withJournal(async (journal, id, { withConsent }) => {
      const { store } = journal
      const deleted = await deleteLead(journal, id, { withConsent })
      if (!deleted) throw new OpsError(`${id} is being sent: try again in a minute.`)
      // Also of a command that was ended before it came to this.
      await store.finishPurge()
      const versions = deleted.leads.filter((version) => version !== id)
      if (versions.length > 0)
        print(`Other versions of this booking that are deleted, too: ${versions.join(', ')}.`)
      if (deleted.consents.includes(id))
        return print(`${id} is deleted from the journal, with its proof of consent.`)
      const [proof] = await store.read('SELECT id FROM consents WHERE id = $1', [id])
      const stays = proof ? ` ${proofStays(id)}` : ''
      if (!deleted.leads.includes(id)) throw new OpsError(`${thereIsNo(id)}${stays}`)
      const none = withConsent ? ' It had no proof of consent, and gets none by an import.' : stays
      print(`${id} is deleted from the journal.${none}`)
    }),
  },
  export: {
    options: ['since', 'out'],
    description:
      'Print all leads as CSV, with their attribution and consent. With --out, write them to a new file that others cannot read.',
    run: withJournal(async (journal, _, { since, out }) => {
      const leads = () => leadPages(journal.store, { since })
      // Lines of the file on the terminal show the progress themselves.
      const isOnTerminal = !out && process.stdout.isTTY
      const csv = toCsv(isOnTerminal ? leads : () => withProgress(leads(), 'Leads that are read'))
      if (!out) return printAll(csv, '\r\n')
      await writePrivately(out, csv, '\r\n')
      print(`Wrote ${out}. Only its owner can read it.`)
    }),
  },
  backup: {
    argument: 'FILE',
    needs: 'A file',
    example: 'leads-backup.db',
    description: 'Copy the journal to a new file, while servers use it.',
    run: withJournal(
      async (journal, file) => {
        if (existsSync(file)) throw new OpsError(`${file} exists: name a new file.`)
        await journal.store.backup(resolve(file))
        print(`Copied the journal ${journalName()} to ${file}.`)
      },
      { ofAnyVersion: true },
    ),
  },
  restore: {
    argument: '[FILE]',
    example: 'leads-backup.db',
    description:
      'Put a backup in the place of the journal, with the server stopped. Leads that waited in it are not sent. Without a file: set them aside in a journal restored by other means.',
    run: async (args, options) => {
      const [file] = args
      if (!file)
        return withJournal(
          async (journal) => {
            await printRestored(journal, await restoreInPlace(journal), options)
          },
          { ofAnyVersion: true },
        )(args, options)
      const path = journalPath()
      if (!path)
        throw new OpsError(
          'The journal is a PostgreSQL database: restore it with pg_restore. Then run: npm run leads -- restore',
        )
      const { previous, erasedAreKnown, ...restored } = await restoreFile(path, resolve(file))
      print(`Restored ${path} from ${file}.`)
      if (previous)
        print(`The journal before is in ${previous}. Delete it when you no longer need it.`)
      if (!erasedAreKnown)
        print(
          'The journal before is not readable. Leads that were deleted after the backup may be back: delete them again.',
        )
      await withJournal((journal) => printRestored(journal, restored, options))([], options)
    },
  },
  import: {
    argument: 'FILE|-',
    needs: 'A file',
    example: 'data/leads.db',
    description:
      'Bring the leads of another journal, whose server is stopped, into this one. With -, reads the address of a PostgreSQL database from standard input.',
    run: withJournal(importJournal),
  },
  purge: {
    description: `Delete the personal data of leads delivered over ${env.retentionDays} days ago, expired undelivered leads, and proofs of consent after ${env.consentRetentionDays} days.`,
    run: withJournal(async (journal) =>
      print(
        `Deleted the personal data of ${await purgeOld(journal.store)} leads: those delivered over ${env.retentionDays} days ago, and expired undelivered ones.`,
      ),
    ),
  },
  report: {
    options: ['by', 'state', 'kind', 'since', 'csv', 'html'],
    description:
      'Count leads by day and by campaign, or by another value such as utm_source: what became of them, and their time to deliver. As text, as CSV, or as a page for a browser.',
    run: withJournal(async (journal, _, { by, states, kinds, since, csv, html }) => {
      if (csv && html) throw new OpsError('Use --csv or --html FILE, not both.')
      const leads = leadPages(journal.store, { states, kinds, since, omit: ['payload'] })
      const report = await makeReport(withProgress(leads, 'Leads that are counted'), by)
      if (csv) return printAll(csvReport(report), '\r\n')
      if (!html) return print(textReport(report))
      writeFileSync(html, htmlReport(report, new Date()))
      print(`Wrote ${html}. Open it in a browser.`)
    }),
  },
  test: {
    argument: testArgument,
    example: 'callback',
    description:
      'Send a lead named "Test Lead" to the address that is set, or with - to one from standard input. Stores nothing.',
    run: (args) => testWebhook(args),
  },
  help: {
    description: 'Print this help. Same as --help and -h.',
    run: async () => print(help()),
  },
}

export function help(): string {
  const indent = ' '.repeat(35)
  const lines = Object.entries(commands).flatMap(([name, command]) => [
    `  ${[name, command.argument].join(' ').padEnd(33)}${command.description}`,
    `${indent}npm run leads -- ${name}${command.argument ? ` ${command.example ?? '5f0c1c1e-0000-4000-8000-000000000001'}` : ''}`,
    ...(command.options ?? []).map((option) => `${indent}${options[option].usage}`),
  ])
  const states = leadStates.map((state) => `  ${state.padEnd(33)}${stateDescriptions[state]}`)
  return ['Usage: npm run leads -- COMMAND', '', ...lines, '', 'States:', ...states].join('\n')
}

const stateDescriptions: Record<LeadState, string> = {
  pending: 'Waits for its next attempt.',
  leased: 'Is being sent.',
  delivered: 'Was accepted by the webhook.',
  held: 'Looks like abuse. Is not sent unless you release it.',
  dead: 'Is no longer tried. Fix the webhook, then redeliver it.',
}

/** Pages of the selected leads, grouped by state. */
async function* byState(store: Store, { states, kinds, reasons, since }: Options) {
  for (const state of leadStates) {
    if (states.length > 0 && !states.includes(state)) continue
    yield* leadPages(store, { states: [state], kinds, reasons, since, omit: ['payload', 'extras'] })
  }
}

async function redeliverInOrder(
  journal: Journal,
  id: string,
  oldestFirst: boolean,
  perMinute?: number,
): Promise<void> {
  if (id) throw new OpsError('--oldest-first and --per-minute are for all leads: give no id.')
  const states = ['pending', 'dead'] as const
  const longest = maxWaitMs / 60_000
  const count = perMinute ? await journal.countDue(states) : 0
  // The server sends a lead at once that waits for longer, because that is due to a wrong clock.
  if (perMinute && count > perMinute * longest)
    throw new OpsError(
      `${count} leads would take longer than ${longest / 60} hours: give --per-minute ${Math.ceil(count / longest)} or more.`,
    )
  const changed = await journal.makeDueInOrder(states, oldestFirst, perMinute)
  const first = `the ${oldestFirst ? 'oldest' : 'newest'} first`
  print(
    perMinute
      ? `Leads that become due, ${perMinute} a minute, ${first}: ${changed}. A running server sends them. To send the rest at once, run: npm run leads -- redeliver`
      : `Leads that are due now, ${first}: ${changed}. A running server sends within seconds, the cron job at its next call.`,
  )
}

function thereIsNo(id: string): string {
  const recorded = isLeadId(id) ? ' It is recorded as deleted, so no import brings it.' : ''
  return `There is no lead ${id}.${recorded}`
}

function proofStays(id: string): string {
  return `The proof of consent stays until ${env.consentRetentionDays} days after the form was submitted, because a claim about a call can come years later. To delete it too: npm run leads -- delete ${shellArgument(id)} --with-consent`
}

/** Other users of the machine can see a command line, so the person can be on standard input. */
async function readPerson(argument: string): Promise<string> {
  return argument === '-' ? (await process.stdin.toArray()).join('') : argument
}

async function printRestored(
  journal: Journal,
  { setAside, deleted }: { setAside: number; deleted: number },
  options: Options,
): Promise<void> {
  print(`Leads that were deleted after the backup, and are deleted again: ${deleted}.`)
  print(`Leads that waited in the backup, and are not sent: ${setAside}.`)
  if (setAside === 0) return
  await printLeads(restoredLeads(journal.store), options)
  print(
    'They may have been delivered since. For each that the webhook did not get, run: npm run leads -- redeliver ID',
  )
}

async function* restoredLeads(store: Store) {
  for await (const page of leadPages(store, { states: ['dead'], omit: ['payload', 'extras'] }))
    yield page.filter(({ outcome }) => outcome === 'restored')
}

function printLeads(pages: Pages, { json }: Options): Promise<void> {
  return printAll(json ? formatLeadJson(pages) : formatLeadTable(pages))
}

async function writePrivately(path: string, lines: AsyncIterable<string>, end: string) {
  // A file that exists keeps its mode, and can be a link.
  const file = await open(path, 'wx', 0o600).catch(({ code }) => {
    throw new OpsError(
      code === 'EEXIST' ? `${path} exists: name a new file.` : `Cannot write ${path}: ${code}.`,
    )
  })
  async function* withEnds() {
    for await (const text of lines) yield text + end
  }
  await pipeline(withEnds, file.createWriteStream())
}
