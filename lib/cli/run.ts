import 'server-only'
import { parseArgs } from 'node:util'
import { OpsError } from '@/lib/server/log'
import { commands, help, helpOf, usageOf } from './commands'
import { journalName } from './open-journal'
import { options, readOptions } from './options'
import { print, printError } from './terminal'

export async function main(): Promise<void> {
  // The reader of the output, such as `head`, may have read enough.
  process.stdout.on('error', (error) => {
    if ('code' in error && error.code === 'EPIPE') process.exit(0)
    throw error
  })
  process.exitCode = await runCommand(process.argv.slice(2))
}

export async function runCommand(argv: string[]): Promise<0 | 1> {
  try {
    const [name = 'list', ...rest] = argv
    if (['help', '--help', '-h'].includes(name)) {
      print(help())
      return 0
    }
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined
    if (!command)
      throw new OpsError(
        `There is no command ${name}. The commands: ${Object.keys(commands).join(', ')}.`,
      )
    const taken = command.options?.map((option) => [option, options[option]]) ?? []
    const names = taken.map(([option]) => `--${option}`)
    const isUnknown = (each: string) =>
      /^-./.test(each) && ![...names, '--help', '-h'].includes(each.replace(/=.*/, ''))
    const unknown = rest.find(isUnknown)
    if (unknown)
      throw new OpsError(
        `${name} does not take ${unknown}. Its options: ${names.join(', ') || 'none'}.`,
      )
    const { values, positionals: args } = parseArgs({
      args: rest,
      options: { ...Object.fromEntries(taken), help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    })
    if ('help' in values) {
      print(helpOf(name, command))
      return 0
    }
    const { argument = '' } = command
    const extra = args.slice(argument.split(' ').filter(Boolean).length)
    if (extra.length > 0) throw new OpsError(`${name} does not take ${extra.join(' ')}.`)
    if (argument && !argument.startsWith('[') && args.length === 0)
      throw new OpsError(`${name} needs ${argument}. ${usageOf(name, command)}`)
    await command.run(args, readOptions(values))
    return 0
  } catch (error) {
    printError(messageOf(error))
    return 1
  }
}

/** Both databases give their errors a code. Some network errors have nothing else. Throws what ops cannot mend. */
function messageOf(error: unknown): string {
  if (error instanceof OpsError) return error.message
  if (!(error instanceof Error && 'code' in error)) throw error
  if (String(error.code).startsWith('ERR_PARSE_ARGS')) return `${error.message}.`
  return `The journal ${journalName()} failed: ${error.message || error.code}.`
}
