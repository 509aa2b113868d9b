import 'server-only'
import { once } from 'node:events'
import { env, sendableKinds, webhookNames, webhookOf } from '@/lib/server/env'
import {
  type CommandLine,
  type OptionName,
  type Options,
  optionUsage,
  parseCommandLine,
  UsageError,
} from './cli-options'
import type { Journal } from './journal/journal'
import { getJournal } from './journal/open'
import { leadStates } from './journal/records'
import { lane, runAll } from './redeliver'
import { formatLeadJson, formatLeadTable, toCsv } from './report'
import { purgeOld } from './retention'
import { countLeads, formatStatistics, statisticsJson } from './statistics'
import { testCommand, testWebhook } from './test-lead'

/** `npm run leads`: what ops do with the journal, beside a running server. */

type Command = Description & {
  takes?: 'ID' | '[ID]'
  /** Returns whether it did all that it was asked to do. If not, it has said on stderr what and why. */
  run: (journal: Journal, id: string, options: Options) => Promise<boolean>
}

type Description = { takes?: string; example?: string; options?: OptionName[]; does: string }

const commands: Record<string, Command> = {
  list: {
    options: ['state', 'kind', 'since', 'json'],
    does: 'List leads by state, without personal data. Runs when no command is given.',
    run: (journal, _, options) =>
      printAll((options.json ? formatLeadJson : formatLeadTable)(byState(journal, options))),
  },
  show: {
    takes: 'ID',
    does: 'Print everything that is stored of a lead.',
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
      (await journal.releaseSuspect(id))
        ? print(`${id} is released: it is sent with the next round.`)
        : complain(`There is no suspect ${id}.`),
  },
  export: {
    does: 'Print all leads as CSV.',
    run: (journal) =>
      printAll(
        toCsv(() => journal.pages()),
        '\r\n',
      ),
  },
  purge: {
    does: `Delete the personal data of leads delivered more than ${env.retentionDays} days ago, and announced leads.`,
    run: async (journal) =>
      print(
        `${await purgeOld(journal)} leads lost their personal data: delivered more than ${env.retentionDays} days ago, or announced a week ago as expiring.`,
      ),
  },
  stats: {
    options: ['by', 'since', 'json'],
    does: 'Count leads by day, or by where visits came from, by kind and state.',
    async run(journal, _, { by, since, json }) {
      const omit = by ? (['payload'] as const) : (['payload', 'extras'] as const)
      const statistics = await countLeads(journal.pages({ since, omit }), by)
      return json
        ? print(statisticsJson(statistics))
        : print(formatStatistics(statistics).join('\n'))
    },
  },
}

/** Runs one command and returns its exit code. Where that is 1, stderr says why. */
export async function runCommand(argv: string[]): Promise<0 | 1> {
  try {
    return (await dispatch(parseCommandLine(argv, Date.now()))) ? 0 : 1
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    complain(error.message)
    return 1
  }
}

async function dispatch({ name, args, options }: CommandLine): Promise<boolean> {
  if (name === 'help') return print(help())
  if (name === 'test') {
    options([])
    return testWebhook(args)
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) return complain(`There is no command ${name}.\n\n${help()}`)
  const [id = '', ...more] = args
  const extra = command.takes ? more : args
  if (extra.length > 0) return complain(`${name} does not take ${extra.join(' ')}.`)
  if (command.takes === 'ID' && !id) return complain(`Say which: npm run leads -- ${name} ID`)
  const chosen = options(command.options ?? [])
  const journal = getJournal()
  if (!journal) return complain('There is no journal here: set DATABASE_URL.')
  try {
    return await command.run(journal, id, chosen)
  } finally {
    await journal.close()
  }
}

function help(): string {
  const all: Record<string, Description> = {
    ...commands,
    test: testCommand,
    help: { does: 'Print this text. So do --help and -h.' },
  }
  const indent = ' '.repeat(31)
  const lines = Object.entries(all).flatMap(([name, { takes, example, options = [], does }]) => [
    `  ${[name, takes].join(' ').padEnd(29)}${does}`,
    `${indent}npm run leads -- ${name}${takes ? ` ${example ?? '5f0c1c1e-0000-4000-8000-000000000001'}` : ''}`,
    ...options.map((option) => `${indent}${optionUsage[option]}`),
  ])
  return ['Usage: npm run leads -- COMMAND', '', ...lines].join('\n')
}

/** The chosen leads, one state after the other. */
async function* byState(journal: Journal, { states, kinds, since }: Options) {
  for (const state of leadStates)
    if (states.length === 0 || states.includes(state))
      yield* journal.pages({ states: [state], kinds, since, omit: ['payload', 'extras'] })
}

/** Sends pending and dead leads, or one of them, as the background does: each webhook in a lane of its own. */
async function redeliverByHand(journal: Journal, id: string): Promise<boolean> {
  if (id) {
    const state = (await journal.find(id))?.state
    if (!state) return complain(`There is no lead ${id}.`)
    if (state === 'leased') return complain(`${id} was not sent: another process is sending it.`)
    if (state !== 'pending' && state !== 'dead')
      return complain(`${id} was not sent: it is ${state}.`)
  }
  const sendable = sendableKinds()
  const sent: string[] = []
  let chosen = 0

  async function* leaseWaiting(webhook: string) {
    for await (const page of journal.pages({ states: ['pending', 'dead'] }))
      for (const lead of page) {
        if (webhookOf(lead.kind) !== webhook || (id && lead.id !== id)) continue
        chosen++
        if (!sendable.includes(lead.kind)) {
          complain(`${lead.id} was not sent: no webhook is set for ${lead.kind}.`)
          continue
        }
        const leased = await journal.leaseById(lead.id)
        if (!leased) {
          complain(`${lead.id} was not sent: another process is sending it.`)
          continue
        }
        sent.push(lead.id)
        yield leased
      }
  }

  const lanes = webhookNames.map((webhook) => {
    const leads = leaseWaiting(webhook)
    return lane(journal, async () => (await leads.next()).value ?? null, { byHand: true })
  })
  const { delivered } = await runAll(lanes)
  if (delivered < sent.length) for (const each of sent) await explain(journal, each)
  print(`${delivered} of ${chosen} delivered.`)
  return delivered === chosen
}

/** Says why a lead that was sent did not arrive. */
async function explain(journal: Journal, id: string): Promise<void> {
  const lead = await journal.find(id)
  if (lead?.state !== 'delivered')
    complain(`${id} was not delivered: ${lead?.outcome ?? 'its state could not be recorded'}.`)
}

async function printAll(lines: AsyncIterable<string>, end = '\n'): Promise<true> {
  for await (const text of lines)
    if (!process.stdout.write(text + end)) await once(process.stdout, 'drain')
  return true
}

function print(text: string): true {
  process.stdout.write(`${text}\n`)
  return true
}

function complain(sentence: string): false {
  process.stderr.write(`${sentence}\n`)
  return false
}
