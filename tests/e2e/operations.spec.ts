import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { hostname, userInfo } from 'node:os'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { post, readForm } from '../support/native-post'
import { freePort } from '../support/ports'
import { isReachable, root, runUntilExit, Site, sqliteUrl } from '../support/site'
import { temporaryFolder } from '../support/temporary-folder'
import { expect, test } from '../support/test'
import { WebhookReceiver } from '../support/webhook-receiver'

const lead = { name: 'Ana Ruiz', phone: '5095550147', businessName: 'Ruiz & Sons' }

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

test('a secret file stops the start when it is missing or its variable is set too', async () => {
  const missing = await runUntilExit({ WEBHOOK_SECRET_FILE: '/run/secrets/none' })
  expect(missing).toEqual({
    code: 1,
    output: expect.stringContaining(
      `Cannot start: WEBHOOK_SECRET_FILE names a file that the user ${userInfo().username} cannot read (ENOENT)\n`,
    ),
  })
  const both = await runUntilExit({
    CRON_SECRET: 'a secret of sixteen letters',
    CRON_SECRET_FILE: '/run/secrets/cron',
  })
  expect(both.code).toBe(1)
  expect(both.output).toContain(
    'Cannot start: CRON_SECRET and CRON_SECRET_FILE are both set: remove one\n',
  )
})

test('a webhook that is replaced in its file gets the next lead, and those that its predecessor refused', async () => {
  const receiver = await WebhookReceiver.start()
  receiver.respondByDefault(({ path }) => (path === '/gone' ? 410 : 'accept'))
  const folder = temporaryFolder('secrets')
  const replace = (name: string, text: string) => {
    writeFileSync(join(folder, `${name}.new`), `${text}\n`)
    renameSync(join(folder, `${name}.new`), join(folder, name))
  }
  const [oldSecret, newSecret] = ['an old secret, 24 bytes', 'a new secret, 24 bytes.'].map(
    (text) => `whsec_${btoa(text)}`,
  )
  replace('url', receiver.url('/gone'))
  replace('secret', oldSecret ?? '')
  const site = await Site.start({
    CALLBACK_WEBHOOK_URL_FILE: join(folder, 'url'),
    WEBHOOK_SECRET_FILE: join(folder, 'secret'),
    CLIENT_ADDRESS: 'proxy:1',
  })
  const form = await readForm(site.url)
  expect(await post(form, { ...lead, name: 'First Lead' })).toBe(false)
  expect(site.leads).toMatchObject([{ state: 'pending', outcome: 'rejected' }])

  replace('secret', newSecret ?? '')
  replace('url', receiver.url('/new'))
  expect(await post(form, { ...lead, name: 'Second Lead' })).toBe(true)
  await expect.poll(() => site.leads.map(({ state }) => state)).toEqual(['delivered', 'delivered'])
  const sent = receiver.received.filter(({ path }) => path === '/new')
  expect(sent.map(({ body }) => JSON.parse(body).Name).sort()).toEqual([
    'First Lead',
    'Second Lead',
  ])
  for (const { body, headers } of sent)
    new Webhook(newSecret ?? '').verify(body, headers as Record<string, string>)

  replace('url', 'token-1234')
  expect(await post(form, { ...lead, name: 'Third Lead' })).toBe(true)
  expect(receiver.received.at(-1)?.path).toBe('/new')
  expect(site.events).toContainEqual(
    expect.objectContaining({
      event: 'warning',
      warning: expect.stringMatching(/^CALLBACK_WEBHOOK_URL_FILE names a file with a bad value/),
    }),
  )
  expect(site.log).not.toContain('token-1234')
  await site.stop()
  await receiver.stop()
})

const rejectedLead = {
  text: expect.stringMatching(
    /^Plumbing Xperience \(.+\): 1 call-our-ai lead that its webhook rejected\. .* Its last attempt: the webhook did not accept the request \(rejected\)\. To find out why, run: npm run leads -- test callback$/,
  ),
}

test('ops are told about a rejected lead by a server of their own', async () => {
  const receiver = await WebhookReceiver.start()
  const alerts = await WebhookReceiver.start()
  receiver.respondByDefault(() => 410)
  const site = await Site.start({
    CALLBACK_WEBHOOK_URL: receiver.url('/call'),
    ALERT_WEBHOOK_URL: alerts.url('/alert'),
    CLIENT_ADDRESS: 'proxy:1',
  })
  expect(await post(await readForm(site.url), lead)).toBe(false)
  await expect
    .poll(() => alerts.received.map(({ body }) => JSON.parse(body)))
    .toEqual([rejectedLead])
  for (const server of [site, receiver, alerts]) await server.stop()
})

test('ops are told about a rejected lead by the cron job on serverless hosts', async ({
  request,
}) => {
  const receiver = await WebhookReceiver.start()
  const alerts = await WebhookReceiver.start()
  receiver.respondByDefault(() => 410)
  const keeper = await Site.start()
  expect(await post(await readForm(keeper.url), lead)).toBe(true)
  await keeper.stop()

  const site = await Site.start({
    VERCEL: '1',
    DATABASE_URL: keeper.database,
    CALLBACK_WEBHOOK_URL: receiver.url('/call'),
    ALERT_WEBHOOK_URL: alerts.url('/alert'),
    CRON_SECRET: 'a secret of some length',
  })
  const headers = { authorization: 'Bearer a secret of some length' }
  for (let call = 0; call < 2; call++) {
    const answer = await request.get(`${site.url}/api/leads/redeliver`, { headers })
    expect(await answer.json()).toEqual({ delivered: 0, failed: 1 - call, purged: 0 })
  }
  expect(alerts.received.map(({ body }) => JSON.parse(body))).toEqual([rejectedLead])
  for (const server of [site, receiver, alerts]) await server.stop()
})

test('the cron job needs a secret on Vercel, and the log says so', async () => {
  const site = await Site.start({ VERCEL: '1', DATABASE_URL: sqliteUrl() })
  expect(site.events.map(({ warning }) => warning)).toContain(
    'CRON_SECRET is not set: leads whose webhook fails are never sent again. Set it, so that the cron job can send them',
  )
  await site.stop()
})

test('the log warns of missing webhooks, test addresses and a missing SITE_URL at start', async () => {
  const site = await Site.start({
    CALLBACK_WEBHOOK_URL: 'https://n8n.example.com/webhook-test/plumbing_xperience',
  })
  expect(site.events.map(({ warning }) => warning)).toEqual([
    'BOOKING_WEBHOOK_URL is not set: until you set it, its leads wait in the journal',
    'CALLBACK_WEBHOOK_URL is a test address of n8n, which takes one request and then answers 404. Set the production address',
    'SITE_URL is not set: canonical addresses, the sitemap and structured data say http://localhost:3000. Set it and build again',
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
  })

  test('rejects an invalid PORT', async () => {
    expect(await start({ PORT: 'eighty' })).toBe(1)
    await expect.poll(() => output).toBe('Cannot start: PORT must be a number from 0 to 65535\n')
  })
})

/** A copy of the project with its current build and a new `.env` file. */
function copyOfProject(variables: Record<string, string>): string {
  const folder = temporaryFolder('project')
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
