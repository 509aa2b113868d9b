import { type ChildProcess, spawn } from 'node:child_process'
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { post, readForm } from '../support/native-post'
import { freePort } from '../support/ports'
import { isReachable, root, runUntilExit, Site, sqliteUrl } from '../support/site'
import { expect, test } from '../support/test'

test('an invalid variable stops the start with an error that shows its name but not its value', async () => {
  for (const [name, value] of [
    ['CALLBACK_WEBHOOK_URL', 'token-1234'],
    ['BOOKING_WEBHOOK_URL', 'ftp://token-1234'],
    ['CLIENT_ADDRESS', 'token-1234'],
    ['SITE_URL', 'token-1234'],
  ] as const) {
    const { code, output } = await runUntilExit({ [name]: value })
    expect(code).toBe(1)
    expect(output).toMatch(new RegExp(`Cannot start: ${name} must be`))
    expect(output).not.toContain('token-1234')
  }
})

test('the log warns of missing webhooks and a missing SITE_URL at start', async () => {
  const site = await Site.start()
  expect(site.events.map(({ warning }) => warning)).toEqual([
    'BOOKING_WEBHOOK_URL is not set: its leads wait in the journal',
    'CALLBACK_WEBHOOK_URL is not set: its leads wait in the journal',
    'SITE_URL is not set: canonical addresses, the sitemap and structured data say http://localhost:3000',
  ])
  await site.stop()
})

test('no file or page that a browser can fetch contains a webhook address', async ({
  receiver,
  request,
}) => {
  const address = new URL(receiver.url('')).host
  const files = readdirSync('.next/static', { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile(),
  )
  expect(files.length).toBeGreaterThan(5)
  for (const { parentPath, name } of files) {
    const text = readFileSync(join(parentPath, name), 'utf8')
    expect(text).not.toContain('WEBHOOK_URL')
    expect(text).not.toContain(address)
  }
  for (const path of ['/', '/book-demo', '/thank-you']) {
    const response = await request.get(path)
    expect(`${JSON.stringify(response.headers())}${await response.text()}`).not.toContain(address)
  }
})

const lead = { name: 'Ana Ruiz', phone: '5095550147', businessName: 'Ruiz & Sons' }

test.describe('npm start', () => {
  let npm: ChildProcess
  let output: string

  /** Starts npm in a new process group, so that the test can find processes that do not exit. */
  function start(env: Record<string, string>, folder = root) {
    const { PATH = '', HOME = '' } = process.env
    npm = spawn('npm', ['start', '--silent'], {
      cwd: folder,
      env: { NODE_ENV: 'production', PATH, HOME, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    output = ''
    for (const stream of [npm.stdout, npm.stderr])
      stream?.on('data', (chunk) => {
        output += chunk
      })
    return new Promise<number | null>((resolve) => npm.on('exit', resolve))
  }

  const groupIsRunning = () => {
    try {
      return process.kill(-(npm.pid ?? 0), 0)
    } catch {
      return false
    }
  }

  test.beforeEach(() => {
    test.skip(process.platform === 'win32', 'Windows has neither signals nor process groups')
  })
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
  test.afterEach(({}, { status, expectedStatus }) => {
    if (status !== expectedStatus) console.log(output)
    if (npm && groupIsRunning()) process.kill(-(npm.pid ?? 0), 'SIGKILL')
  })

  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    test(`that gets ${signal} answers the open submission, frees the port and exits with 0`, async ({
      receiver,
    }) => {
      const port = await freePort()
      const url = `http://127.0.0.1:${port}`
      const exited = start({
        PORT: String(port),
        HOSTNAME: hostname(),
        DATABASE_URL: sqliteUrl(),
        CALLBACK_WEBHOOK_URL: receiver.url('/call'),
      })
      await expect.poll(() => isReachable(url)).toBe(true)
      expect(output.split('\n')[0]).toMatch(
        new RegExp(`^Listening on http://(\\[::\\]|0\\.0\\.0\\.0):${port} \\(all addresses\\)$`),
      )

      receiver.respondWith('slow')
      const accepted = post(await readForm(url), lead)
      await expect.poll(() => receiver.received.length).toBe(1)
      npm.kill(signal)
      expect(await accepted).toBe(true)
      expect(await exited).toBe(0)
      expect(groupIsRunning()).toBe(false)
      expect(await isReachable(url)).toBe(false)
    })

  test('reads empty variables from .env and ignores a HOSTNAME that is the name of the machine', async ({
    receiver,
  }) => {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const folder = copyOfProject({
      PORT: String(port),
      HOSTNAME: '127.0.0.1',
      DATABASE_URL: sqliteUrl(),
      CALLBACK_WEBHOOK_URL: receiver.url('/call'),
    })
    const exited = start({ PORT: '', HOSTNAME: hostname(), CALLBACK_WEBHOOK_URL: '' }, folder)
    await expect.poll(() => isReachable(url)).toBe(true)
    expect(output.split('\n')[0]).toBe(`Listening on ${url}`)
    expect(await isReachable(`http://[::1]:${port}`)).toBe(false)

    expect(await post(await readForm(url), lead)).toBe(true)
    expect(receiver.received).toHaveLength(1)
    npm.kill()
    expect(await exited).toBe(0)
    rmSync(folder, { recursive: true })
  })

  test('rejects an invalid PORT', async () => {
    expect(await start({ PORT: 'eighty' })).toBe(1)
    await expect.poll(() => output).toBe('Cannot start: PORT must be a number from 0 to 65535\n')
  })
})

/** A copy of the project with its current build and a new `.env` file. */
function copyOfProject(variables: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'project-'))
  const entries = readdirSync(root, { withFileTypes: true }).filter(
    ({ name }) => name !== '.git' && !name.startsWith('.env'),
  )
  for (const entry of entries) {
    const from = join(root, entry.name)
    const to = join(folder, entry.name)
    // Scripts find the project by their own path, so they cannot be symbolic links.
    if (entry.isDirectory() && entry.name !== 'scripts') symlinkSync(from, to)
    else cpSync(from, to, { recursive: true })
  }
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`)
  writeFileSync(join(folder, '.env'), lines.join(''))
  return folder
}

test('a server whose log output is closed keeps running without using the CPU', async () => {
  const site = await Site.start({ DATABASE_URL: 'postgres://leads:leads@127.0.0.1:9/leads' })
  site.closeLog()
  await expect.poll(() => fetch(`${site.url}/api/health`).then(({ status }) => status)).toBe(503)
  const cpu = () =>
    readFileSync(`/proc/${site.pid}/stat`, 'utf8')
      .split(' ')
      .slice(13, 15)
      .reduce((sum, ticks) => sum + Number(ticks), 0)
  const before = cpu()
  await new Promise((resolve) => setTimeout(resolve, 3000))
  expect(cpu() - before).toBeLessThan(100)
  await site.stop()
})
