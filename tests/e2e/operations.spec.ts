import { cpSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { hostname, userInfo } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '../support/browser/test'
import { temporaryFolder } from '../support/process/files'
import { freePort, listenOnFreePort } from '../support/process/ports'
import { startProgram } from '../support/process/programs'
import { sleep } from '../support/process/wait'
import {
  eventsIn,
  isReachable,
  root,
  runUntilExit,
  Site,
  sqliteUrl,
  startSite,
} from '../support/site/site'
import { leadEntries, post, readForm } from '../support/visitor/lead-post'

/** How ops start and watch a server. */

test('a setting that is invalid, or names what cannot be used, stops the start with an error that names it but not a secret value', async () => {
  const file = join(temporaryFolder('no-folder'), 'file')
  writeFileSync(file, '')
  const other = createServer()
  const taken = String(await listenOnFreePort(other))
  const results = await Promise.all([
    runUntilExit({ CALLBACK_WEBHOOK_URL: 'token-1234' }),
    runUntilExit({ DATABASE_URL: `file:${file}/leads.db` }),
    runUntilExit({ PORT: taken }),
    runUntilExit({ HOSTNAME: '192.0.2.1' }),
  ])
  other.close()
  expect(results.map(({ code }) => code)).toEqual([1, 1, 1, 1])
  const faults = results.map(({ output }) =>
    eventsIn(output).find(({ event }) => event === 'cannot start'),
  )
  const unusable = 'PORT and HOSTNAME name an address that cannot be used: listen'
  expect(faults).toEqual(
    [
      expect.stringMatching(/^CALLBACK_WEBHOOK_URL must be one http or https address/),
      `DATABASE_URL names a file that cannot be used: the user ${userInfo().username} cannot open or write it (EEXIST)`,
      `${unusable} EADDRINUSE: address already in use 127.0.0.1:${taken}`,
      expect.stringContaining(`${unusable} EADDRNOTAVAIL: address not available 192.0.2.1`),
    ].map((problem) => ({ time: expect.any(String), event: 'cannot start', problem })),
  )
  expect(JSON.stringify(results)).not.toContain('token-1234')
})

test('the log has only lines of JSON, also of errors that nobody catches', async ({ receiver }) => {
  test.skip(process.platform === 'win32', 'Windows has no signals')
  const prints = join(temporaryFolder('prints'), 'prints.mjs')
  writeFileSync(
    prints,
    `process.on('SIGUSR2', () => {
      Promise.reject(new RangeError('Ana Ruiz'))
      setTimeout(() => { throw Object.assign(new Error('Ana Ruiz'), { code: 'EIO' }) })
    })`,
  )
  const site = await startSite(receiver, {
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
    NODE_OPTIONS: `--import=${prints}`,
  })
  const line = { time: expect.any(String) }
  const warning = { ...line, event: 'warning', warning: expect.any(String) }
  const ofTheSite = site.events.filter(({ event }) => event !== 'console')
  expect(ofTheSite).toEqual([warning, { ...line, event: 'listening', on: site.url }])
  await site.clear()
  process.kill(Number(site.pid), 'SIGUSR2')
  // Next.js prints what nobody catches twice.
  await expect.poll(() => site.events).toHaveLength(3)
  const stack = expect.stringMatching(/^at .*prints\.mjs:\d+:\d+\)?$/m)
  const printed = { ...line, event: 'console' }
  expect(site.events).toEqual([
    { ...printed, level: 'error', text: '⨯ unhandledRejection: RangeError', stack },
    { ...printed, level: 'error', text: 'EIO', stack },
    { ...printed, level: 'error', text: '⨯ uncaughtException:  EIO', stack },
  ])
  expect((await fetch(site.url)).status).toBe(200)
  await site.stop()
})

test('npm start that gets SIGTERM answers the open submission, frees the port and exits with 0', async ({
  receiver,
}) => {
  test.skip(process.platform === 'win32', 'Windows has neither signals nor process groups')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  // The settings of a file. An empty variable is none, and shells set HOSTNAME to the name of the machine.
  const folder = copyOfProject({
    PORT: String(port),
    HOSTNAME: '127.0.0.1',
    DATABASE_URL: sqliteUrl(),
    CALLBACK_WEBHOOK_URL: receiver.url('/call'),
  })
  const { PATH = '', HOME = '' } = process.env
  const own = { PORT: '', HOSTNAME: hostname(), CALLBACK_WEBHOOK_URL: '' }
  const { child: npm, stop } = await startProgram(
    'npm',
    ['start', '--silent'],
    (output) => output.includes(`"event":"listening","on":"${url}"`),
    { cwd: folder, env: { NODE_ENV: 'production', PATH, HOME, ...own }, detached: true },
  )
  const exited = new Promise<number | null>((resolve) => npm.on('exit', resolve))
  receiver.respondWith('slow')
  const accepted = post(await readForm(url), leadEntries)
  await expect.poll(() => receiver.received.length).toBe(1)
  npm.kill('SIGTERM')
  expect(await accepted).toBe(true)
  expect(await exited).toBe(0)
  // No process of its group is left.
  expect(() => process.kill(-Number(npm.pid), 0)).toThrow('ESRCH')
  expect(await isReachable(url)).toBe(false)
  await stop()
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

test('a server whose log output is closed keeps running without using the CPU', {
  tag: '@deep',
}, async () => {
  const site = await Site.start({ DATABASE_URL: 'postgres://leads:leads@127.0.0.1:9/leads' })
  site.closeLog()
  await expect.poll(() => fetch(`${site.url}/api/health`).then(({ status }) => status)).toBe(503)
  const before = await site.cpuMs()
  await sleep(3000)
  expect((await site.cpuMs()) - before).toBeLessThan(1000)
  await site.stop()
})
