import 'server-only'
import { env, sendableKinds } from '@/lib/env'
import type { Journal, Kept } from './journal'
import { purgeOld, redeliver } from './redeliver'
import { describeKept, statistics, toCsv } from './report'
import { theJournal } from './store/open'

/** `npm run leads`: what ops do with the journal, beside a running server. */

type Command = {
  takes?: 'ID' | '[ID]'
  does: string
  /** Answers whether it did all that it was asked to do. If not, it has said on stderr what and why. */
  run: (journal: Journal, id: string) => Promise<boolean>
}

const commands: Record<string, Command> = {
  list: {
    does: 'List all leads by state. Runs when no command is given.',
    run: async (journal) => print(describeKept(await journal.list())),
  },
  show: {
    takes: 'ID',
    does: 'Print everything that is kept of a lead.',
    async run(journal, id) {
      const lead = await journal.find(id)
      return lead ? print(JSON.stringify(lead, null, 2)) : complain(`There is no lead ${id}.`)
    },
  },
  redeliver: {
    takes: '[ID]',
    does: 'Send a pending or dead lead now, or all of them.',
    run: redeliverByHand,
  },
  release: {
    takes: 'ID',
    does: 'Let a suspect lead be sent.',
    run: async (journal, id) =>
      (await journal.release(id, new Date()))
        ? print(`${id} is released: it is sent with the next round.`)
        : complain(`There is no suspect ${id}.`),
  },
  export: {
    does: 'Print all leads as CSV.',
    run: async (journal) => print(toCsv(await journal.list())),
  },
  purge: {
    does: `Delete the personal data of leads delivered more than ${env.retentionDays} days ago.`,
    run: async (journal) =>
      print(
        `${await purgeOld(journal)} leads delivered more than ${env.retentionDays} days ago lost their personal data.`,
      ),
  },
  stats: {
    does: 'Count leads by day and state.',
    run: async (journal) => print(statistics(await journal.list())),
  },
}

/** Runs one command and returns its exit code. Where that is 1, stderr says why. */
export async function runCommand([name = 'list', id = '']: string[]): Promise<0 | 1> {
  const succeeded = await dispatch(name, id)
  return succeeded ? 0 : 1
}

async function dispatch(name: string, id: string): Promise<boolean> {
  if (['help', '--help', '-h'].includes(name)) return print(help())
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) return complain(`There is no command ${name}.\n\n${help()}`)
  if (command.takes === 'ID' && !id) return complain(`Say which: npm run leads -- ${name} ID`)
  const journal = theJournal()
  if (!journal) return complain('There is no journal here: set DATABASE_URL.')
  try {
    return await command.run(journal, id)
  } finally {
    await journal.close()
  }
}

function help(): string {
  const all = { ...commands, help: { does: 'Print this text. So do --help and -h.' } }
  const lines = Object.entries<Pick<Command, 'takes' | 'does'>>(all).flatMap(
    ([name, { takes, does }]) => [
      `  ${[name, takes].join(' ').padEnd(16)}${does}`,
      `  ${''.padEnd(16)}npm run leads -- ${name}${takes ? ' 5f0c1c1e-0000-4000-8000-000000000001' : ''}`,
    ],
  )
  return ['Usage: npm run leads -- COMMAND', '', ...lines].join('\n')
}

async function redeliverByHand(journal: Journal, id: string): Promise<boolean> {
  const waiting = (await journal.list()).filter(({ state }) => ['pending', 'dead'].includes(state))
  const chosen = id ? waiting.filter((lead) => lead.id === id) : waiting
  if (id && chosen.length === 0) {
    const state = (await journal.find(id))?.state
    if (!state) return complain(`There is no lead ${id}.`)
    const problem = state === 'leased' ? 'another process is sending it' : `it is ${state}`
    return complain(`${id} was not sent: ${problem}.`)
  }
  let delivered = 0
  for (const lead of chosen) {
    const problem = await redeliverOne(journal, lead)
    if (problem) complain(`${lead.id} ${problem}.`)
    else delivered++
  }
  print(`${delivered} of ${chosen.length} delivered.`)
  return delivered === chosen.length
}

/** Sends a waiting lead. Returns why it was not delivered, or null. */
async function redeliverOne(journal: Journal, { id, kind }: Kept): Promise<string | null> {
  if (!sendableKinds().includes(kind)) return `was not sent: no webhook is set for ${kind}`
  const leased = await journal.claimOne(id, new Date())
  if (!leased) return 'was not sent: another process is sending it'
  const state = await redeliver(journal, leased)
  if (state === 'delivered') return null
  if (state === null) return 'was sent, but another process took it over meanwhile'
  return `was not delivered: ${(await journal.find(id))?.outcome ?? state}`
}

function print(text: string): true {
  process.stdout.write(`${text}\n`)
  return true
}

function complain(sentence: string): false {
  process.stderr.write(`${sentence}\n`)
  return false
}
