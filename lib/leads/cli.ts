import 'server-only'
import { once } from 'node:events'
import { env, sendableKinds, webhookNames, webhookOf } from '@/lib/env'
import type { Journal } from './journal'
import { type Kept, states } from './records'
import { lane, runAll } from './redeliver'
import { describeKept, statistics, toCsv } from './report'
import { purgeOld } from './retention'
import { theJournal } from './store/open'

/** `npm run leads`: what ops do with the journal, beside a running server. */

const [command = 'list', id] = process.argv.slice(2)
const journal = theJournal()

if (!journal) fail('There is no journal here: set DATABASE_URL.')
else {
  const commands: Record<string, () => Promise<void>> = {
    list: () => printAll(describeKept(byState(journal))),
    show: async () =>
      print(
        JSON.stringify((await journal.find(needId())) ?? fail(`There is no lead ${id}.`), null, 2),
      ),
    redeliver: () => redeliverByHand(journal),
    release: async () => {
      if (!(await journal.release(needId()))) fail(`There is no suspect ${id}.`)
      print(`${id} is released: it is sent with the next round.`)
    },
    export: () =>
      printAll(
        toCsv(() => journal.pages()),
        '\r\n',
      ),
    purge: async () =>
      print(
        `${await purgeOld(journal)} leads lost their personal data: delivered more than ${env.retentionDays} days ago, or announced a week ago as expiring.`,
      ),
    stats: () => printAll(statistics(journal.pages())),
  }
  const run = commands[command]
  if (run) await run()
  else fail(`Unknown: ${command}. Known: ${Object.keys(commands).join(', ')}.`)
  await journal.close()
}

/** The groups follow each other, so that what needs a look stands together. */
async function* byState(journal: Journal) {
  for (const state of states) yield* journal.pages(state)
}

/** Sends what waits, as the background does: the webhooks side by side, several leads at once. */
async function redeliverByHand(journal: Journal) {
  if (id && !isWaiting(await journal.find(id))) fail(`There is no lead ${id} that waits.`)
  let chosen = 0
  const sendable = sendableKinds()

  async function* leaseWaiting(webhook: string) {
    for await (const page of journal.pages('pending', 'dead'))
      for (const lead of page) {
        if (webhookOf(lead.kind) !== webhook || (id && lead.id !== id)) continue
        chosen++
        const leased = sendable.includes(lead.kind) && (await journal.claimOne(lead.id))
        if (leased) yield leased
      }
  }
  const lanes = webhookNames.map((webhook) => {
    const leads = leaseWaiting(webhook)
    return lane(journal, async () => (await leads.next()).value ?? null, { byHand: true })
  })
  const { delivered } = await runAll(lanes)
  print(`${delivered} of ${chosen} delivered.`)
  if (delivered < chosen) process.exitCode = 1
}

function isWaiting(lead: Kept | null): boolean {
  return lead?.state === 'pending' || lead?.state === 'dead'
}

async function printAll(lines: AsyncIterable<string>, end = '\n') {
  for await (const text of lines)
    if (!process.stdout.write(text + end)) await once(process.stdout, 'drain')
}

function needId(): string {
  return id ?? fail(`Say which: npm run leads -- ${command} ID`)
}

function print(text: string) {
  process.stdout.write(`${text}\n`)
}

function fail(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}
