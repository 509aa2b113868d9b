import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { sleep } from './wait'

/** The programs of this machine, and how a test runs one. */

const file = new URL('../../results/programs.json', import.meta.url)

/**
 * The programs that `npm run setup` has found: the path of each, `playwright` for a browser of Playwright, or undefined.
 */
export const programs: Record<string, string | undefined> = existsSync(file)
  ? JSON.parse(readFileSync(file, 'utf8'))
  : {}

export type RunningProgram = { child: ChildProcess; stop(signal?: NodeJS.Signals): Promise<void> }

/**
 * Starts a program and waits until it is ready. Throws as soon as it cannot start or ends, with its path, the reason, and
 * what it has printed. It ends with this process, by `killSignal`.
 */
export async function startProgram(
  program: string,
  args: string[],
  isReady: (output: string) => boolean | Promise<boolean>,
  options: SpawnOptions = {},
  timeoutMs = 50_000,
): Promise<RunningProgram> {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  let ended = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output = `${output}${chunk}`.slice(-10_000)
    })
  const exited = new Promise<void>((resolve) => {
    child.on('error', ({ message }) => {
      ended = message
      resolve()
    })
    child.on('exit', (code, signal) => {
      ended = `it ended with ${signal ?? code}`
      resolve()
    })
  })
  const kill = (signal: NodeJS.Signals | number) => {
    try {
      // The group of a detached program has what it has started.
      if (options.detached) process.kill(-Number(child.pid), signal)
      else child.kill(signal)
    } catch {
      // All have ended.
    }
  }
  const { killSignal = 'SIGKILL' } = options
  const killAtExit = () => kill(killSignal)
  process.once('exit', killAtExit)
  const stop = async (signal = killSignal) => {
    process.off('exit', killAtExit)
    kill(signal)
    await exited
    if (options.detached) kill('SIGKILL')
  }

  const deadline = performance.now() + timeoutMs
  while (!(await isReady(output))) {
    if (!ended && performance.now() > deadline) ended = `it was not ready after ${timeoutMs} ms`
    if (ended) throw new Error(`${program} did not start: ${ended}\n${output}`.trim())
    await sleep(20)
  }
  return { child, stop }
}
