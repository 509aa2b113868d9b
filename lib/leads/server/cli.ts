import 'server-only'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { env } from '@/lib/server/env'
import { EnvironmentError } from '@/lib/server/secret-files'
import {
  type CommandLine,
  type OptionName,
  type Options,
  optionUsage,
  parseCommandLine,
  UsageError,
} from './cli-options'
import { getJournal, type Journal } from './journal/journal'
import { type LeadState, leadStates } from './journal/records'
import { BackupError } from './journal/store'
import { formatLeadJson, formatLeadTable, toCsv } from './report'
import { purgeOld } from './retention'
import { countLeads, formatStatistics, statisticsJson } from './statistics'
import { testCommand, testWebhook } from './test-lead'

/** The commands of `npm run leads`. They can run while a server uses the same journal. */

type Description = {
  argument?: string
  example?: string
  options?: OptionName[]
  description: string
}

type Command = Description & {
  argument?: 'ID' | '[ID]' | 'FILE'
  /** False when something was not done, after printing what and why to stderr. */
  run: (journal: Journal, id: string, options: Options) => Promise<boolean>
}

const commands: Record<string, Command> = {
  list: {
    options: ['state', 'kind', 'since', 'json'],
    description: 'List leads by state, without personal data. The default command.',
    run(journal, _, options) {
      process.stderr.write(`Journal: ${journalName()}\n`)
      return printAll((options.json ? formatLeadJson : formatLeadTable)(byState(journal, options)))
    },
  },
  show: {
    argument: 'ID',
    description: 'Print everything stored about a lead.',
    async run(journal, id) {
      const lead = await journal.find(id)
      return lead ? print(JSON.stringify(lead, null, 2)) : printError(`There is no lead ${id}.`)
    },
  },
  redeliver: {
    argument: '[ID]',
    description: 'Make one pending or dead lead due now, or all of them. The server sends them.',
    run: redeliver,
  },
  release: {
    argument: 'ID',
    description: 'Send a suspect lead after all.',
    run: async (journal, id) =>
      (await journal.releaseSuspect(id))
        ? print(`${id} is released and will be sent with the next due leads.`)
        : printError(`There is no suspect lead ${id}.`),
  },
  export: {
    description: 'Print all leads as CSV.',
    run: (journal) =>
      printAll(
        toCsv(() => journal.pages()),
        '\r\n',
      ),
  },
  backup: {
    argument: 'FILE',
    example: 'leads-backup.db',
    description: 'Copy the journal to a new file, while servers use it.',
    run: backup,
  },
  purge: {
    description: `Delete the personal data of leads delivered over ${env.retentionDays} days ago, and expired undelivered leads.`,
    run: async (journal) =>
      print(
        `Deleted the personal data of ${await purgeOld(journal)} leads: those delivered over ${env.retentionDays} days ago, and expired undelivered ones.`,
      ),
  },
  stats: {
    options: ['by', 'since', 'json'],
    description:
      'Count leads by day, or by a campaign value such as utm_source, and by kind and state.',
    async run(journal, _, { by, since, json }) {
      const omit = by ? (['payload'] as const) : (['payload', 'extras'] as const)
      const statistics = await countLeads(journal.pages({ since, omit }), by)
      return print(json ? statisticsJson(statistics) : formatStatistics(statistics).join('\n'))
    },
  },
}

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
    return (await dispatch(parseCommandLine(argv, Date.now()))) ? 0 : 1
  } catch (error) {
    if (isDatabaseError(error))
      printError(`The journal ${journalName()} failed: ${error.message || error.code}.`)
    else if (
      error instanceof UsageError ||
      error instanceof BackupError ||
      error instanceof EnvironmentError
    )
      printError(error.message)
    else throw error
    return 1
  }
}

/** Both databases give their errors a code. Some network errors have nothing else. */
function isDatabaseError(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'code' in error
}

async function dispatch({ name, args, readOptions }: CommandLine): Promise<boolean> {
  if (name === 'help') return print(help())
  if (name === 'test') {
    readOptions([])
    return testWebhook(args)
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) return printError(`There is no command ${name}.\n\n${help()}`)
  const [id = '', ...more] = args
  const extra = command.argument ? more : args
  if (extra.length > 0) return printError(`${name} does not take ${extra.join(' ')}.`)
  if (!id && (command.argument === 'ID' || command.argument === 'FILE'))
    return printError(
      `${command.argument === 'ID' ? 'An id' : 'A file'} is missing. Usage: npm run leads -- ${name} ${command.argument}`,
    )
  const options = readOptions(command.options ?? [])
  if (!env.journal) return printError('There is no journal. Set DATABASE_URL.')
  const noJournal = `There is no journal at ${journalName()}. Check DATABASE_URL.`
  if (isMissingFile(env.journal)) return printError(noJournal)
  const journal = getJournal()
  if (!journal) return false
  try {
    if (!(await journal.exists())) return printError(noJournal)
    return await command.run(journal, id, options)
  } finally {
    await journal.close()
  }
}

function help(): string {
  const all: Record<string, Description> = {
    ...commands,
    test: testCommand,
    help: { description: 'Print this help. Same as --help and -h.' },
  }
  const indent = ' '.repeat(31)
  const lines = Object.entries(all).flatMap(
    ([name, { argument, example, options = [], description }]) => [
      `  ${[name, argument].join(' ').padEnd(29)}${description}`,
      `${indent}npm run leads -- ${name}${argument ? ` ${example ?? '5f0c1c1e-0000-4000-8000-000000000001'}` : ''}`,
      ...options.map((option) => `${indent}${optionUsage[option]}`),
    ],
  )
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

async function redeliver(journal: Journal, id: string): Promise<boolean> {
  const count = await journal.makeDue(id || undefined)
  if (id && count === 0) {
    const state = (await journal.find(id))?.state
    return printError(
      state ? `${id} is not pending or dead: its state is ${state}.` : `There is no lead ${id}.`,
    )
  }
  const due = count === 1 ? '1 lead is due now.' : `${count} leads are due now.`
  return print(`${due} A running server sends within seconds, the cron job at its next call.`)
}

async function backup(journal: Journal, file: string): Promise<boolean> {
  if (existsSync(file)) return printError(`${file} exists: name a new file.`)
  await journal.backup(resolve(file))
  return print(`Copied the journal ${journalName()} to ${file}.`)
}

/** The journal without its password, so that ops see which one a command uses. */
function journalName(): string {
  if (!env.journal || env.journal.startsWith('file:')) return resolve(pathOf(env.journal ?? ''))
  const { host, pathname } = new URL(env.journal)
  return `postgres://${host}${pathname}`
}

function pathOf(url: string): string {
  return url.slice('file:'.length)
}

/** Opening a file that does not exist would create it. */
function isMissingFile(url: string): boolean {
  return url.startsWith('file:') && !existsSync(pathOf(url))
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

function printError(text: string): false {
  process.stderr.write(`${text}\n`)
  return false
}
