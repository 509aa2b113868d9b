import { execFile, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { codeBlocks, temporaryFolder } from '../support/process/files'
import { startReceiver } from '../support/site/in-process'

/**
 * What a machine without root can check of docs/deploying.md. `npm run tool -- debian` runs its commands, and the job
 * `container` of .github/workflows/ci.yml builds and runs the image.
 */

const systemdMissing = Boolean(spawnSync('systemd-analyze', ['--version']).error)

for (const [name, program] of [
  ['site.service', 'true'],
  ['site@.service', 'env '],
  ['site-backup.service', '/bin/sh '],
  ['site-backup-check.service', '/bin/sh '],
  ['alert@.service', '/srv/source/scripts/alert.sh '],
  ['connection-limit.service', '/usr/sbin/nft '],
] as const)
  it.skipIf(systemdMissing)(`${name} is a valid systemd unit (needs systemd-analyze)`, () => {
    const unit = readFileSync(join('docs', name), 'utf8')
    expect(unit).toContain(`ExecStart=${program}`)
    const folder = temporaryFolder('unit')
    for (const other of ['alert@.service', 'site@.service', 'site.service', name])
      writeFileSync(join(folder, other), readFileSync(join('docs', other)))
    const path = join(folder, name.replace('@', '@3000'))
    writeFileSync(path, unit.replace(`=${program}`, `=${process.execPath} `))
    const { output } = spawnSync('systemd-analyze', ['verify', '--man=no', path])
    // systemd before 254, as on other machines than Debian 13, says that it ignores this.
    const faults = output.join('\n').replace(/^.*'RestartMode'.*ignoring\.$/gm, '')
    expect(faults).not.toContain(path)
  })

it.skipIf(process.platform === 'win32')(
  'the alert of a failed unit says why the server cannot start, and without an address the unit says why not',
  async () => {
    const receiver = await startReceiver()
    const folder = temporaryFolder('alert')
    const problem = 'LEADS_PER_HOUR must be a number from 1 to 999999; A \\"b\\" c'
    const line = (event: string) =>
      `{"time":"2026-11-28","event":"${event}","problem":"${problem}"}`
    const lines = [line('other'), ...Array(10).fill(line('cannot start')), 'Main process exited']
    const journalctl = `#!/bin/sh\ncat <<'END'\n${lines.join('\n')}\nEND\n`
    writeFileSync(join(folder, 'journalctl'), journalctl, { mode: 0o755 })
    const alert = (settings: Record<string, string>) =>
      promisify(execFile)(resolve('scripts/alert.sh'), ['site@3000.service', 'host'], {
        env: { PATH: `${folder}:${process.env.PATH}`, NODE_ENV: 'production', ...settings },
      })
    await alert({ ALERT_WEBHOOK_URL: receiver.url('/alerts'), MONITOR_UNIT: 'site@3000.service' })
    writeFileSync(join(folder, 'address'), `${receiver.url('/of-file')}\n`)
    await alert({ ALERT_WEBHOOK_URL_FILE: join(folder, 'address') })
    expect(receiver.received.pop()).toMatchObject({
      path: '/of-file',
      body: '{"text":"host: This is a test. site@3000.service has not failed."}',
    })
    expect(receiver.received.map(({ path, body }) => [path, JSON.parse(body)])).toEqual([
      [
        '/alerts',
        {
          text: `host: site@3000.service has failed. Visitors notice it only if the other instance fails too. It cannot start: ${problem}. Look at: journalctl --unit site@3000.service`,
        },
      ],
    ])
    await expect(alert({})).rejects.toMatchObject({
      code: 1,
      stderr:
        'ALERT_WEBHOOK_URL is not set in /etc/site/env, so no alert says that site@3000.service has failed.\n',
    })
  },
)

it
  .skipIf(systemdMissing)
  .each(['site@.service', 'alert@.service', 'site-backup.service', 'site-backup-check.service'])(
  '%s may do next to nothing on its machine (needs systemd-analyze)',
  (name) => {
    const path = join(temporaryFolder('unit'), name.replace('@', '@3000'))
    writeFileSync(path, readFileSync(join('docs', name)))
    // Of 100.
    const args = ['security', '--offline=yes', '--threshold=20', path]
    const { status, stdout } = spawnSync('systemd-analyze', args, { encoding: 'utf8' })
    expect(status, stdout).toBe(0)
  },
)

const read = (path: string) => readFileSync(path, 'utf8').replaceAll('\r\n', '\n')

it("only the server's user reads the folder of its leads, on Debian and in the container", () => {
  expect(read('docs/site@.service').match(/^StateDirectory.*/gm)).toEqual([
    'StateDirectory=site',
    'StateDirectoryMode=0700',
  ])
  expect(read('Dockerfile')).toContain('install -d -o node -g node -m 700 /srv/site/data\n')
})

it('nginx.conf, compose.yaml, the units, and the update name the same two instances', () => {
  const ports = (path: string, pattern: RegExp) =>
    [...read(path).matchAll(pattern)].map(([, port]) => port)
  expect(ports('docs/nginx.conf', /^ *server 127\.0\.0\.1:(\d+) max_fails=0;$/gm)).toEqual([
    '3000',
    '3001',
  ])
  expect(ports('compose.yaml', /ports: \["127\.0\.0\.1:(\d+):3000"\]/g)).toEqual(['3000', '3001'])
  expect(ports('docs/site.service', /^ExecReload=systemctl restart site@(\d+)$/gm)).toEqual([
    '3000',
    '3001',
  ])
  for (const list of ['Wants', 'After'])
    expect(read('docs/site.service')).toContain(`\n${list}=site@3000.service site@3001.service\n`)
  expect(read('scripts/update.sh')).toContain('\ninstances=(3000 3001)\n')
})

it('compose.yaml fits nginx.conf: the folders of certificates', () => {
  const [compose, nginx] = [read('compose.yaml'), read('docs/nginx.conf')]
  // Whatever the settings of the site say.
  expect(compose).toMatch(/^ {4}HOSTNAME: 0\.0\.0\.0\n {4}PORT: "3000"$/m)
  for (const folder of ['/etc/letsencrypt', '/var/www/html']) {
    expect(nginx).toContain(folder)
    expect(compose).toContain(`- ${folder}:${folder}:ro`)
  }
  const [commands = ''] = codeBlocks('docs/container.md', '## With PostgreSQL and nginx', 'sh')
  const [, folder, image] =
    /--volume (\S+):\/usr\/share\/nginx\/html:ro (\S+)$/m.exec(commands) ?? []
  expect(compose).toContain(`image: ${image}`)
  expect(compose).toContain(`- ${folder}:${folder}:ro`)
  expect(commands).toContain(`certbot certonly --webroot --webroot-path ${folder} `)
})

it('the image gets the settings for its build as a secret, and no file with settings or leads', () => {
  const dockerfile = read('Dockerfile')
  expect(dockerfile).toContain(
    'RUN --mount=type=secret,id=settings,target=/site/.env npm run build\n',
  )
  expect(dockerfile).not.toMatch(/^ARG/m)
  expect(read('.dockerignore').split('\n')).toEqual(
    expect.arrayContaining(['.env*', 'data', '**/*.db*', '**/*.csv', '**/*.dump', '**/*.sql']),
  )
})
