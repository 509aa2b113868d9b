import 'server-only'
import { env, sendableKinds } from '@/lib/env'
import { purgeOld, redeliver } from './redeliver'
import { describeKept, statistics, toCsv } from './report'
import { theJournal } from './store/open'

/** `npm run leads`: what ops do with the journal, beside a running server. */

const [command = 'list', id] = process.argv.slice(2)
const journal = theJournal()

if (!journal) fail('There is no journal here: set DATABASE_URL.')
else {
  const commands: Record<string, () => Promise<void>> = {
    list: async () => print(describeKept(await journal.list())),
    show: async () =>
      print(
        JSON.stringify((await journal.find(needId())) ?? fail(`There is no lead ${id}.`), null, 2),
      ),
    redeliver: () => redeliverByHand(),
    release: async () => {
      if (!(await journal.release(needId(), new Date()))) fail(`There is no suspect ${id}.`)
      print(`${id} is released: it is sent with the next round.`)
    },
    export: async () => print(toCsv(await journal.list())),
    purge: async () =>
      print(
        `${await purgeOld(journal)} leads delivered more than ${env.retentionDays} days ago lost their personal data.`,
      ),
    stats: async () => print(statistics(await journal.list())),
  }
  const run = commands[command]
  if (run) await run()
  else fail(`Unknown: ${command}. Known: ${Object.keys(commands).join(', ')}.`)
  await journal.close()

  async function redeliverByHand() {
    const sendable = sendableKinds()
    const waiting =
      (await journal?.list())?.filter(({ state }) => state === 'pending' || state === 'dead') ?? []
    const chosen = id ? waiting.filter((lead) => lead.id === id) : waiting
    if (id && chosen.length === 0) fail(`There is no lead ${id} that waits.`)
    let delivered = 0
    for (const lead of chosen.filter(({ kind }) => sendable.includes(kind))) {
      const leased = await journal?.claimOne(lead.id, new Date())
      if (journal && leased && (await redeliver(journal, leased)) === 'delivered') delivered++
    }
    print(`${delivered} of ${chosen.length} delivered.`)
    if (delivered < chosen.length) process.exitCode = 1
  }
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
