import 'server-only'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { env } from '@/lib/server/env'
import { OpsError } from '@/lib/server/log'
import {
  type OptionName,
  type Options,
  options,
  parseCommandLine,
  readOptions,
} from './cli-options'
import { getJournal, type Journal } from './journal/journal'
import { type LeadState, leadStates } from './journal/records'
import {
  countLeads,
  formatLeadJson,
  formatLeadTable,
  formatStatistics,
  statisticsJson,
  toCsv,
} from './report'
import { purgeOld } from './retention'
import { testArgument, testWebhook } from './test-lead'

/** The commands of `npm run leads`. They can run while a server uses the same journal. */

type Command = {
  argument?: string
  example?: string
  options?: OptionName[]
  description: string
  /** Throws when something was not done. False: it was not, and the output says why. */
  run: (args: string[], options: Options) => Promise<unknown>
}

const commands: Record<string, Command> = {
  list: {
    options: ['state', 'kind', 'since', 'json'],
    description: 'List leads by state, without personal data. The default command.',
    run: withJournal((journal, _, options) => {
      process.stderr.write(`Journal: ${journalName()}\n`)
      return printAll((options.json ? formatLeadJson : formatLeadTable)(byState(journal, options)))
    }),
  },
  show: {
    argument: 'ID',
    description: 'Print everything stored about a lead.',
    run: withJournal(async (journal, id) => {
      const lead = await journal.find(id)
      if (!lead) throw new OpsError(`There is no lead ${id}.`)
      print(JSON.stringify(lead, null, 2))
    }),
  },
  redeliver: {
    argument: '[ID]',
    description: 'Make one pending or dead lead due now, or all of them. The server sends them.',
    run: withJournal(async (journal, id) => {
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
    argument: 'ID',
    description: 'Send a suspect lead after all.',
    run: withJournal(async (journal, id) => {
      if ((await journal.makeDue(['suspect'], id)) === 0)
        throw new OpsError(`There is no suspect lead ${id}.`)
      print(`${id} is released and will be sent with the next due leads.`)
    }),
  },
  export: {
    description: 'Print all leads as CSV.',
    run: withJournal((journal) =>
      printAll(
        toCsv(() => journal.pages()),
        '\r\n',
      ),
    ),
  },
  backup: {
    argument: 'FILE',
    example: 'leads-backup.db',
    description: 'Copy the journal to a new file, while servers use it.',
    run: withJournal(async (journal, file) => {
      if (existsSync(file)) throw new OpsError(`${file} exists: name a new file.`)
      await journal.store.backup(resolve(file))
      print(`Copied the journal ${journalName()} to ${file}.`)
    }),
  },
  purge: {
    description: `Delete the personal data of leads delivered over ${env.retentionDays} days ago, and expired undelivered leads.`,
    run: withJournal(async (journal) =>
      print(
        `Deleted the personal data of ${await purgeOld(journal)} leads: those delivered over ${env.retentionDays} days ago, and expired undelivered ones.`,
      ),
    ),
  },
  stats: {
    options: ['by', 'since', 'json'],
    description:
      'Count leads by day, or by a campaign value such as utm_source, and by kind and state.',
    run: withJournal(async (journal, _, { by, since, json }) => {
      const statistics = await countLeads(journal.pages({ since, omit: ['payload'] }), by)
      print(json ? statisticsJson(statistics) : formatStatistics(statistics).join('\n'))
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

const neededArguments: Record<string, string> = { ID: 'An id', FILE: 'A file' }

/** Runs the command of this process. */
export async function main(): Promise<void> {
  // The reader of the output, such as `head`, may have read enough.
  process.stdout.on('error', (error) => {
    if ('code' in error && error.code === 'EPIPE') process.exit(0)
    throw error
  })
  process.exitCode = await runCommand(process.argv.slice(2))
}

/** Runs a command and returns its exit code. */
export async function runCommand(argv: string[]): Promise<0 | 1> {
  try {
    const line = parseCommandLine(argv)
    const [name = 'list', ...args] = line.values.help ? ['help'] : line.positionals
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined
    if (!command) throw new OpsError(`There is no command ${name}.\n\n${help()}`)
    const { argument = '' } = command
    const extra = args.slice(argument.split(' ').filter(Boolean).length)
    if (extra.length > 0) throw new OpsError(`${name} does not take ${extra.join(' ')}.`)
    const needed = neededArguments[argument]
    if (needed && args.length === 0)
      throw new OpsError(`${needed} is missing. Usage: npm run leads -- ${name} ${argument}`)
    const done = await command.run(args, readOptions(line, name, command.options ?? []))
    return done === false ? 1 : 0
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`)
    return 1
  }
}

/** Both databases give their errors a code. Some network errors have nothing else. Throws what ops cannot mend. */
function messageOf(error: unknown): string {
  if (error instanceof OpsError) return error.message
  if (error instanceof Error && 'code' in error)
    return `The journal ${journalName()} failed: ${error.message || error.code}.`
  throw error
}

/** Opens the journal for a command. Unlike the server, a command does not create it. */
function withJournal(
  run: (journal: Journal, argument: string, options: Options) => Promise<void>,
): Command['run'] {
  return async ([argument = ''], options) => {
    const path = journalPath()
    const noJournal = `There is no journal at ${journalName()}. Check DATABASE_URL.`
    if (path && !existsSync(path)) throw new OpsError(noJournal)
    const journal = getJournal()
    if (!journal) throw new OpsError('There is no journal. Set DATABASE_URL.')
    try {
      if (!(await journal.store.exists())) throw new OpsError(noJournal)
      await run(journal, argument, options)
    } finally {
      await journal.close()
    }
  }
}

/** The journal without its password, so that ops see which one a command uses. */
function journalName(): string {
  const { host, pathname } = new URL(env.journal ?? 'file:')
  return journalPath() ?? `postgres://${host}${pathname}`
}

function journalPath(): string | null {
  return env.journal?.startsWith('file:') ? resolve(env.journal.slice('file:'.length)) : null
}

function help(): string {
  const indent = ' '.repeat(31)
  const lines = Object.entries(commands).flatMap(([name, command]) => [
    `  ${[name, command.argument].join(' ').padEnd(29)}${command.description}`,
    `${indent}npm run leads -- ${name}${command.argument ? ` ${command.example ?? '5f0c1c1e-0000-4000-8000-000000000001'}` : ''}`,
    ...(command.options ?? []).map((option) => `${indent}${options[option].usage}`),
  ])
  const states = leadStates.map((state) => `  ${state.padEnd(29)}${stateDescriptions[state]}`)
  return ['Usage: npm run leads -- COMMAND', '', ...lines, '', 'States:', ...states].join('\n')
}

const stateDescriptions: Record<LeadState, string> = {
  pending: 'Waits for its next attempt.',
  leased: 'Is being sent.',
  delivered: 'Was accepted by the webhook.',
  suspect: 'Probably comes from a bot. Is not sent unless you release it.',
  dead: 'Is no longer tried. Fix the webhook, then redeliver it.',
}

/** Pages of the selected leads, grouped by state. */
async function* byState(journal: Journal, { states, kinds, since }: Options) {
  for (const state of leadStates)
    if (states.length === 0 || states.includes(state))
      yield* journal.pages({ states: [state], kinds, since, omit: ['payload', 'extras'] })
}

async function printAll(lines: AsyncIterable<string>, end = '\n'): Promise<void> {
  for await (const text of lines)
    if (!process.stdout.write(text + end)) await once(process.stdout, 'drain')
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
