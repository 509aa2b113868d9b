import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'libsql'

export const root = fileURLToPath(new URL('../..', import.meta.url))

type Lead = {
  id: string
  state: string
  outcome: string
  attempts: number
  payload: string
  extras: string
}

/** The production server, as `npm start` runs it, or as a folder that runs by itself; on a free port, or on PORT. */
export class Site {
  /** Every server that this process has started. */
  static readonly all: Site[] = []

  private output = ''
  private logStart = 0
  private constructor(
    readonly url: string,
    readonly database: string,
    private child: ChildProcess,
  ) {
    Site.all.push(this)
  }

  static async start(env: Record<string, string> = {}, folder = root): Promise<Site> {
    const port = Number(env.PORT) || (await freePort())
    const database = env.DATABASE_URL ?? sqliteUrl()
    const child = spawnServer(port, { ...env, DATABASE_URL: database }, folder)
    const site = new Site(`http://127.0.0.1:${port}`, database, child)
    const keep = (chunk: Buffer) => {
      site.output += chunk
    }
    child.stdout?.on('data', keep)
    child.stderr?.on('data', keep)
    await site.isUp()
    return site
  }

  /** What the server has logged as events so far. */
  get events(): Record<string, unknown>[] {
    return this.log
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line))
  }

  get pid(): number | undefined {
    return this.child.pid
  }

  /** Bytes that the server holds after a garbage collection. */
  async memory(): Promise<number> {
    return Number(await this.ask({ measureMemory: true }, 'memory'))
  }

  /** Sets the clock of the server to this many milliseconds from the real time. */
  async shiftClock(ms: number): Promise<void> {
    await this.ask({ shiftClock: ms }, 'shiftedClock')
  }

  private ask(question: object, reply: string): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const listen = (message: unknown) => {
        const answer = message as Record<string, unknown>
        if (!(reply in answer)) return
        this.child.off('message', listen)
        resolve(answer[reply])
      }
      this.child.on('message', listen)
      this.child.once('exit', () => reject(new Error(`The server ended before its ${reply}`)))
      this.child.send(question)
    })
  }

  /** Closes the pipes that the server logs into. */
  closeLog(): void {
    this.child.stdout?.destroy()
    this.child.stderr?.destroy()
  }

  /** Everything logged since the start or the last `clear`. */
  get log(): string {
    return this.output.slice(this.logStart)
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return
    const ended = new Promise((resolve) => this.child.on('exit', resolve))
    this.child.kill('SIGTERM')
    await ended
  }

  /** What stands in its journal file, read beside it. */
  get leads(): Lead[] {
    return this.journal(
      (database) => database.prepare('SELECT * FROM leads ORDER BY created_at').all() as Lead[],
    )
  }

  /** Empties the journal once no lead is being sent, and the log, so that the next test starts with neither. */
  async clear(): Promise<void> {
    const remaining = () =>
      this.journal((database) => {
        database.prepare("DELETE FROM leads WHERE state <> 'leased'").run()
        return (database.prepare('SELECT id FROM leads').all() as unknown[]).length
      })
    while (remaining() > 0) await new Promise((resolve) => setTimeout(resolve, 20))
    this.logStart = this.output.length
  }

  private journal<T>(work: (database: Database.Database) => T): T {
    const database = new Database(this.database.slice('file:'.length))
    database.pragma('busy_timeout = 5000')
    try {
      return work(database)
    } finally {
      database.close()
    }
  }

  /** As a crash does it. */
  async kill(): Promise<void> {
    const ended = new Promise((resolve) => this.child.on('exit', resolve))
    this.child.kill('SIGKILL')
    await ended
  }

  private async isUp(): Promise<void> {
    const deadline = Date.now() + 60_000
    while (Date.now() < deadline) {
      if (this.child.exitCode !== null) break
      // Its answer about its journal means that it has opened it.
      const up = await fetch(`${this.url}/api/health`).then(
        () => true,
        () => false,
      )
      if (up) return
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error(`The site did not start:\n${this.log}`)
  }
}

/** A journal file of its own for each server that names none. */
export function sqliteUrl(): string {
  return `file:${join(mkdtempSync(join(tmpdir(), 'leads-')), 'leads.db')}`
}

/** Starts a server that is expected to refuse, and tells how it ended. */
export async function refusedStart(
  env: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const child = spawnServer(await freePort(), env)
  let output = ''
  child.stdout?.on('data', (chunk) => (output += chunk))
  child.stderr?.on('data', (chunk) => (output += chunk))
  const code = await new Promise<number | null>((resolve) => child.on('exit', resolve))
  return { code, output }
}

function spawnServer(port: number, env: Record<string, string>, cwd = root): ChildProcess {
  const next = fileURLToPath(new URL('../../node_modules/next/dist/bin/next', import.meta.url))
  const own = join(cwd, 'server.js')
  const command = existsSync(own) ? [own] : [next, 'start', '-p', String(port), '-H', '127.0.0.1']
  const { PATH = '', HOME = '' } = process.env
  const preload = ['clock', 'memory']
    .map((name) => `--import=${new URL(`./${name}-preload.mjs`, import.meta.url)}`)
    .join(' ')
  return spawn(process.execPath, command, {
    cwd,
    env: {
      NODE_ENV: 'production',
      PORT: String(port),
      HOSTNAME: '127.0.0.1',
      PATH,
      HOME,
      ...env,
      NODE_OPTIONS: `${env.NODE_OPTIONS ?? ''} ${preload}`,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
