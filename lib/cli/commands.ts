import 'server-only'
import { type LeadState, leadStates } from '@/lib/leads/lead'
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
import { print } from './terminal'

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
  help: {
    description: 'Print this help. Same as --help and -h.',
    run: async () => print(help()),
  },
}

export function help(): string {
  const indent = ' '.repeat(35)
  const lines = Object.entries(commands).flatMap(([name, command]) => [
    `  ${[name, command.argument].join(' ').padEnd(33)}${command.description}`,
    `${indent}npm run leads -- ${name}${command.argument ? ` ${command.example ?? '5f0c1c1e-0000-4000-8000-000000000001'}` : ''}`,
    ...(command.options ?? []).map((option) => `${indent}${options[option].usage}`),
  ])
  const states = leadStates.map((state) => `  ${state.padEnd(33)}${stateDescriptions[state]}`)
  return ['Usage: npm run leads -- COMMAND', '', ...lines, '', 'States:', ...states].join('\n')
}

const stateDescriptions: Record<LeadState, string> = {
  pending: 'Waits for its next attempt.',
  leased: 'Is being sent.',
  delivered: 'Was accepted by the webhook.',
  held: 'Looks like abuse. Is not sent unless you release it.',
  dead: 'Is no longer tried. Fix the webhook, then redeliver it.',
}
