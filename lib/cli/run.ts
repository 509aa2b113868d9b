import 'server-only'
import { OpsError } from '@/lib/server/log'
import { commands, help } from './commands'
import { journalName } from './open-journal'
import { parseCommandLine, readOptions } from './options'
import { printError } from './terminal'

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
    const { argument, needs } = command
    const extra = args.slice(argument?.split(' ').length ?? 0)
    if (extra.length > 0) throw new OpsError(`${name} does not take ${extra.join(' ')}.`)
    if (needs && args.length === 0)
      throw new OpsError(`${needs} is missing. Usage: npm run leads -- ${name} ${argument}`)
    const done = await command.run(args, readOptions(line, name, command.options ?? []))
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
