import { mkdirSync, mkdtempSync } from 'node:fs'
import { Readable } from 'node:stream'
import { vi } from 'vitest'
import { bundleLeads } from '../../../scripts/build.mjs'
import { forgetProcess } from '../process/forget-process'

/** `npm run leads`, in the process of a unit test and as a bundle. */

/** Runs `npm run leads` with these arguments. In production each run is a new process, which opens the journal itself. */
export async function leads(...args: string[]) {
  return leadsWithInput('', ...args)
}

export function leadsWithInput(input: string, ...args: string[]) {
  return run(Readable.from([input]), args)
}

/** In a terminal, with what ops type there. */
export function leadsInTerminal(typed: string, ...args: string[]) {
  return run(Object.assign(Readable.from([typed]), { isTTY: true }), args)
}

async function run(input: Readable, args: string[]) {
  const written = { stdout: '', stderr: '' }
  const stdin = input as typeof process.stdin
  const mocks = [
    vi.spyOn(process, 'stdin', 'get').mockReturnValue(stdin),
    ...(['stdout', 'stderr'] as const).map((name) =>
      vi.spyOn(process[name], 'write').mockImplementation((text) => {
        written[name] += text
        return true
      }),
    ),
  ]
  vi.resetModules()
  forgetProcess()
  const { runCommand } = await import('@/lib/cli/run')
  const code = await runCommand(args)
  for (const mock of mocks) mock.mockRestore()
  return { code, ...written }
}

export const refused = (sentence: string) => ({ code: 1, stdout: '', stderr: `${sentence}\n` })

/** The leads of a list. */
export function listedIn(stdout: string): { state: string; id: string }[] {
  const rows = stdout.matchAll(/^(pending|leased|delivered|held|dead) +(\S.*?) {2}/gm)
  return [...rows].map(([, state = '', id = '']) => ({ state, id }))
}

/** Bundles the program as a build does, into a folder that the caller removes. */
export function bundledPrograms(): string {
  // Inside the project, whose node_modules has the drivers.
  mkdirSync('tests/results', { recursive: true })
  const folder = mkdtempSync('tests/results/bundle-')
  bundleLeads(folder)
  return folder
}
