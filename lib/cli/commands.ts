import 'server-only'
import type { Command } from './command'
import { backup } from './commands/backup'
import { consent } from './commands/consent'
import { deleteCommand } from './commands/delete'
import { exportCommand } from './commands/export'
import { find } from './commands/find'
import { list } from './commands/list'
import { purge } from './commands/purge'
import { redeliver } from './commands/redeliver'
import { release } from './commands/release'
import { report } from './commands/report'
import { restore } from './commands/restore'
import { setAside } from './commands/set-aside'
import { show } from './commands/show'
import { test } from './commands/test'
import { options } from './options'

/** The commands of `npm run leads`, in the order of the help. */
export const commands: Record<string, Command> = {
  list,
  show,
  redeliver,
  release,
  find,
  consent,
  delete: deleteCommand,
  export: exportCommand,
  backup,
  restore,
  'set-aside': setAside,
  purge,
  report,
  test,
}

export function help(): string {
  const lines = Object.entries(commands).map(
    ([name, { description }]) => `  ${name.padEnd(11)}${description.split(/\.( |$)/)[0]}`,
  )
  return [
    'Usage: npm run leads -- COMMAND',
    '',
    ...lines,
    '',
    'What a command takes: npm run leads -- COMMAND --help',
  ].join('\n')
}

export function usageOf(name: string, { argument }: Command): string {
  return `Usage: npm run leads -- ${argument ? `${name} ${argument}` : name}`
}

export function helpOf(name: string, command: Command): string {
  const { options: taken = [], description } = command
  const parts = [
    usageOf(name, command),
    description.replaceAll('. ', '.\n'),
    taken.map((option) => `  ${options[option].usage}`).join('\n'),
  ]
  return parts.filter(Boolean).join('\n\n')
}
