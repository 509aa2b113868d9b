import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, refusedStart, Site } from '../support/site'
import { expect, test } from '../support/test'

test('a bad variable stops the start with a sentence that names it and not its value', async () => {
  for (const [name, value] of [
    ['CALLBACK_WEBHOOK_URL', 'token-1234'],
    ['BOOKING_WEBHOOK_URL', 'ftp://token-1234'],
    ['CLIENT_ADDRESS', 'token-1234'],
    ['SITE_URL', 'token-1234'],
  ] as const) {
    const { code, output } = await refusedStart({ [name]: value })
    expect(code).toBe(1)
    expect(output).toMatch(new RegExp(`Cannot start: ${name} must be`))
    expect(output).not.toContain('token-1234')
  }
})

test('a missing webhook is named in the log at start', async () => {
  const site = await Site.start()
  expect(site.events.map(({ warning }) => warning)).toEqual([
    'BOOKING_WEBHOOK_URL is not set: its leads wait in the journal',
    'CALLBACK_WEBHOOK_URL is not set: its leads wait in the journal',
  ])
  await site.stop()
})

test('no webhook address is in anything a browser can fetch', async ({ receiver, request }) => {
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

test('npm start serves the built site where PORT and HOSTNAME say, and stops when told to', async () => {
  const port = await freePort()
  const { PATH = '', HOME = '' } = process.env
  const env = {
    NODE_ENV: 'production',
    PATH,
    HOME,
    PORT: String(port),
    HOSTNAME: '127.0.0.2',
  } as const
  const child = spawn(process.execPath, ['scripts/start.mjs'], { env, stdio: 'ignore' })
  const ended = new Promise((resolve) => child.on('exit', resolve))
  await expect
    .poll(() =>
      fetch(`http://127.0.0.2:${port}/`).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200)
  expect(
    await fetch(`http://127.0.0.1:${port}/`).then(
      () => 'answered',
      () => 'silent',
    ),
  ).toBe('silent')
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})

test('a server whose log nobody reads any more serves on, at rest', async () => {
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
