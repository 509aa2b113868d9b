import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'libsql'
import { temporaryFolder } from '../process/files'
import { freePort } from '../process/ports'
import { sleep } from '../process/wait'
import type { WebhookReceiver } from '../receiver/webhook-receiver'

export const root = fileURLToPath(new URL('../../..', import.meta.url))
const standalone = join(root, '.next/standalone')

type Lead = {
  id: string
  state: string
  outcome: string
  attempts: number
  payload: string
  extras: string
  called_at: number | null
}

/**
 * A production server under test, on a free port or on PORT: the standalone server of the build, or of a copy of it.
 */
export class Site {
  /** Every server that this process has started. */
  static readonly all: Site[] = []

  private output = ''
  private logStart = 0
  private asked = 0
  private constructor(
    readonly url: string,
    readonly database: string,
    private child: ChildProcess,
  ) {
    Site.all.push(this)
  }

  static async start(env: Record<string, string> = {}, folder = standalone): Promise<Site> {
    const port = Number(env.PORT) || (await freePort())
    const database = env.DATABASE_URL ?? sqliteUrl()
    const child = spawnServer(port, { ...env, DATABASE_URL: database }, folder)
    const site = new Site(`http://127.0.0.1:${port}`, database, child)
    const onOutput = (chunk: Buffer) => {
      site.output += chunk
    }
    child.stdout?.on('data', onOutput)
    child.stderr?.on('data', onOutput)
    try {
      await site.waitUntilUp()
      return site
    } catch (error) {
      // Another test has taken the port since it was found to be free.
      if (env.PORT || !site.output.includes('EADDRINUSE')) throw error
      return Site.start(env, folder)
    }
  }

  /** The lines of the log. Every line is JSON, whatever printed it. */
  get events(): Record<string, unknown>[] {
    return eventsIn(this.log)
  }

  get pid(): number | undefined {
    return this.child.pid
  }

  /** The CPU time that the server has used. */
  async cpuMs(): Promise<number> {
    return (await this.ask({})).cpuMs
  }

  /** Sets the server's clock to real time plus this many milliseconds. */
  async shiftClock(ms: number): Promise<void> {
    await this.ask({ shiftClock: ms })
  }

  /** Sends a message to preload.mjs and returns the reply. */
  private ask(message: object): Promise<{ cpuMs: number }> {
    const id = this.asked++
    return new Promise((resolve, reject) => {
      const onReply = (reply: { cpuMs: number; message: { id: number } }) => {
        if (reply.message.id !== id) return
        this.child.off('message', onReply).off('exit', onExit)
        resolve(reply)
      }
      const onExit = () => reject(new Error('The server exited before it replied'))
      this.child.on('message', onReply).once('exit', onExit)
      this.child.send({ ...message, id })
    })
  }

  /** Closes the pipes that the server logs to. */
  closeLog(): void {
    this.child.stdout?.destroy()
    this.child.stderr?.destroy()
  }

  /** The log since the start or the last `clear`. */
  get log(): string {
    return this.output.slice(this.logStart)
  }

  /** With SIGKILL, it ends as in a crash. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return
    const exited = new Promise((resolve) => this.child.on('exit', resolve))
    this.child.kill(signal)
    await exited
  }

  /** The leads in the journal file. */
  get leads(): Lead[] {
    return this.journal(
      (database) => database.prepare('SELECT * FROM leads ORDER BY created_at').all() as Lead[],
    )
  }

  /** The versions of the consent text that the pages of these leads showed. */
  get consentVersions(): string[] {
    return this.leads.map(({ extras }) => JSON.parse(extras).consent)
  }

  /** Deletes every lead, once none is being sent, and clears `log`, so that the next test starts with neither. */
  async clear(): Promise<void> {
    const remaining = () =>
      this.journal((database) => {
        database.prepare("DELETE FROM leads WHERE state <> 'leased'").run()
        return (database.prepare('SELECT id FROM leads').all() as unknown[]).length
      })
    while (remaining() > 0) await sleep(20)
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

  private async waitUntilUp(): Promise<void> {
    const deadline = Date.now() + 60_000
    while (Date.now() < deadline) {
      if (this.child.exitCode !== null) break
      // A server of another test may have taken the port and answer on it. The health check opens the journal.
      if (this.output.includes('"event":"listening"') && (await isReachable(this.url))) return
      await sleep(50)
    }
    throw new Error(`The site did not start:\n${this.log}`)
  }
}

/** The last line may not have arrived as a whole. */
export function eventsIn(log: string): Record<string, unknown>[] {
  const lines = log.split('\n').slice(0, -1)
  return lines.map((line) => JSON.parse(line))
}

/** Starts a server that sends its leads to the receiver and takes client addresses from `x-forwarded-for`. */
export function startSite(
  receiver: WebhookReceiver,
  env: Record<string, string> = {},
  folder?: string,
): Promise<Site> {
  const defaults = {
    CALLBACK_WEBHOOK_URL: receiver.url('/hooks/plumbing_xperience'),
    BOOKING_WEBHOOK_URL: receiver.url('/hooks/landing_page_book_demo'),
    CLIENT_ADDRESS: 'proxy:1',
  }
  return Site.start({ ...defaults, ...env }, folder)
}

/** The URL of a new journal file. */
export function sqliteUrl(): string {
  return `file:${join(temporaryFolder('leads'), 'leads.db')}`
}

/** Starts a server with invalid variables and waits until it exits. */
export async function runUntilExit(
  env: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const child = spawnServer(await freePort(), env)
  let output = ''
  child.stdout?.on('data', (chunk) => (output += chunk))
  child.stderr?.on('data', (chunk) => (output += chunk))
  const code = await new Promise<number | null>((resolve) => child.on('exit', resolve))
  return { code, output }
}

function spawnServer(port: number, env: Record<string, string>, cwd = standalone): ChildProcess {
  const { PATH = '', HOME = '' } = process.env
  const preload = new URL('./preload.mjs', import.meta.url)
  return spawn(process.execPath, [join(cwd, 'server.js')], {
    cwd,
    env: {
      NODE_ENV: 'production',
      PORT: String(port),
      HOSTNAME: '127.0.0.1',
      // Another zone than those of the site and of the browser.
      TZ: 'Asia/Tokyo',
      NEXT_MANUAL_SIG_HANDLE: 'true',
      // Tests name the same phone number again and again, and send many leads.
      LEADS_PER_PHONE: '999999',
      LEADS_PER_HOUR_TOTAL: '999999',
      PATH,
      HOME,
      ...env,
      NODE_OPTIONS: `${env.NODE_OPTIONS ?? ''} --import=${preload}`,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
}

/** True when the server answers requests. */
export async function isReachable(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/api/health`)
    return /^\{"ok":(true|false)\b/.test(await response.text())
  } catch {
    return false
  }
}
