import 'server-only'
import { OpsError } from '@/lib/server/log'
import { commands, helpOf, usageOf } from './commands'
import { journalName } from './open-journal'
import { parseCommandLine, readOptions } from './options'
import { print, printError } from './terminal'

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
    const isHelp = line.values.help === true
    const [name = isHelp ? 'help' : 'list', ...args] = line.positionals
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined
    if (!command)
      throw new OpsError(
        `There is no command ${name}. The commands: ${Object.keys(commands).join(', ')}.`,
      )
    if (isHelp && name !== 'help') {
      print(helpOf(name, command))
      return 0
    }
    const options = readOptions(line, name, command.options ?? [])
    const { argument = '' } = command
    const extra = args.slice(argument.split(' ').filter(Boolean).length)
    if (extra.length > 0) throw new OpsError(`${name} does not take ${extra.join(' ')}.`)
    if (argument && !argument.startsWith('[') && args.length === 0)
      throw new OpsError(`${name} needs ${argument}. ${usageOf(name, command)}`)
    const done = await command.run(args, options)
    return done === false ? 1 : 0
  } catch (error) {
    printError(messageOf(error))
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
