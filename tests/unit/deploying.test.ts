import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { codeBlocks } from '../support/machine/documents'
import { temporaryFolder } from '../support/process/temporary-folder'

/**
 * What a machine without root can check of docs/deploying.md. tests/e2e/deploying.spec.ts runs its commands, and the job
 * `container` of .github/workflows/ci.yml builds and runs the image.
 */

const systemdMissing = Boolean(spawnSync('systemd-analyze', ['--version']).error)

for (const [name, program] of [
  ['site.service', 'node '],
  ['site-backup.service', '/bin/sh '],
  ['alert@.service', '/bin/sh '],
  ['connection-limit.service', '/usr/sbin/nft '],
] as const)
  it.skipIf(systemdMissing)(`${name} is a valid systemd unit (needs systemd-analyze)`, () => {
    const unit = readFileSync(join('docs', name), 'utf8')
    expect(unit).toContain(`ExecStart=${program}`)
    const folder = temporaryFolder('unit')
    for (const other of ['alert@.service', name])
      writeFileSync(join(folder, other), readFileSync(join('docs', other)))
    const path = join(folder, name.replace('@', '@site'))
    writeFileSync(path, unit.replace(`=${program}`, `=${process.execPath} `))
    const { output } = spawnSync('systemd-analyze', ['verify', '--man=no', path])
    expect(output.join('\n')).not.toContain(path)
  })

it.skipIf(systemdMissing)(
  'the server may do next to nothing on its machine (needs systemd-analyze)',
  () => {
    const path = join(temporaryFolder('unit'), 'site.service')
    writeFileSync(path, readFileSync('docs/site.service'))
    // Of 100.
    const args = ['security', '--offline=yes', '--threshold=20', path]
    const { status, stdout } = spawnSync('systemd-analyze', args, { encoding: 'utf8' })
    expect(status, stdout).toBe(0)
    const unit = readFileSync('docs/site.service', 'utf8')
    expect(unit).toMatch(/^UMask=0077$/m)
    expect(unit).toMatch(/^LimitCORE=0$/m)
  },
)

it("nobody but the server's user reads the folder of its leads", () => {
  const unit = readFileSync('docs/site.service', 'utf8')
  expect(unit.match(/^StateDirectory.*/gm)).toEqual([
    'StateDirectory=site',
    'StateDirectoryMode=0700',
  ])
  const dockerfile = readFileSync('Dockerfile', 'utf8')
  expect(valuesOf(dockerfile, 'RUN')).toContain('install -d -o node -g node -m 700 /srv/site/data')
})

it('compose.yaml limits the log of each service', () => {
  const [, services = ''] = readFileSync('compose.yaml', 'utf8').split(/^services:$/m)
  const each =
    services
      .split(/^\S/m)[0]
      ?.split(/^ {2}(?=\w)/m)
      .slice(1) ?? []
  expect(each.map((service) => service.match(/^ {4}logging: .*/gm))).toEqual([
    ['    logging: &logging'],
    ['    logging: *logging'],
    ['    logging: *logging'],
  ])
  expect(services).toContain(`
    logging: &logging
      driver: local
      options: { max-size: 20m, max-file: "5" }
`)
})

it('every file that the document names exists', () => {
  const document = readFileSync('docs/deploying.md', 'utf8')
  const links = [...document.matchAll(/\]\(([^)#]+)\)/g)].map(([, path = '']) => path)
  const documents = `${document}${readFileSync('docs/operations.md', 'utf8')}`
  const copied = [...documents.matchAll(/ \/srv\/source\/(docs\/\S+)/g)].map(
    ([, path]) => `../${path}`,
  )
  expect(copied).toHaveLength(7)
  for (const path of [...links, ...copied])
    expect(readFileSync(join('docs', path), 'utf8').length).toBeGreaterThan(100)
})

it('compose.yaml mounts what nginx.conf names, and publishes the port that it expects', () => {
  const compose = readFileSync('compose.yaml', 'utf8')
  const nginx = readFileSync('docs/nginx.conf', 'utf8')
  const [, upstream = ''] = /^ *upstream site \{\s+server (\S+);/m.exec(nginx) ?? []
  expect(compose).toContain(`ports: ["${upstream}:3000"]`)
  for (const folder of ['/etc/letsencrypt', '/var/www/html']) {
    expect(nginx).toContain(folder)
    expect(compose).toContain(`- ${folder}:${folder}:ro`)
  }
  expect(compose).toContain('- ./docs/nginx.conf:/etc/nginx/nginx.conf:ro')
})

it('the site of compose.yaml has a database user of its own, and no other password', () => {
  const compose = readFileSync('compose.yaml', 'utf8')
  expect(compose).not.toContain('POSTGRES_USER')
  expect(compose).toContain('- ./docs/compose-database.sql:/docker-entrypoint-initdb.d/site.sql:ro')
  expect(compose).toMatch(/ DATABASE_URL: postgres:\/\/site:\S+@database\/site$/m)
})

it('compose.yaml makes the site listen where its port leads, whatever the settings say', () => {
  const compose = readFileSync('compose.yaml', 'utf8')
  expect(compose).toMatch(/^ {6}HOSTNAME: 0\.0\.0\.0\r?$/m)
  expect(compose).toMatch(/^ {6}PORT: "3000"\r?$/m)
})

it('the certificate for compose.yaml comes from its image of nginx, by the folder that it mounts', () => {
  const compose = readFileSync('compose.yaml', 'utf8')
  const [commands = ''] = codeBlocks('docs/deploying.md', '## Container', 'sh').slice(1)
  const [, folder, image] =
    /--volume (\S+):\/usr\/share\/nginx\/html:ro (\S+)$/m.exec(commands) ?? []
  expect(compose).toContain(`image: ${image}`)
  expect(compose).toContain(`- ${folder}:${folder}:ro`)
  expect(commands).toContain(`certbot certonly --webroot --webroot-path ${folder} `)
})

it('the image runs the standalone server as an ordinary user, and keeps its leads in the volume', () => {
  const [, build = '', image = ''] = readFileSync('Dockerfile', 'utf8').split(/^FROM .*$/m)
  expect(valuesOf(build, 'WORKDIR')).toEqual(['/site'])
  expect(valuesOf(image, 'COPY')).toEqual(['--from=build /site/.next/standalone ./'])
  expect(valuesOf(image, 'CMD')).toEqual(['["node", "server.js"]'])
  expect(valuesOf(image, 'USER')).toEqual(['node'])
  // Where the default DATABASE_URL has its file. Docker gives a new volume the owner of the folder.
  expect(valuesOf(image, 'WORKDIR')).toEqual(['/srv/site'])
  expect(valuesOf(image, 'VOLUME')).toEqual(['/srv/site/data'])
  expect(valuesOf(image, 'RUN')).toEqual(['install -d -o node -g node -m 700 /srv/site/data'])
  expect(valuesOf(image, 'STOPSIGNAL')).toEqual(['SIGTERM'])
  expect(valuesOf(image, 'ENV')).toEqual([
    'NODE_ENV=production HOSTNAME=0.0.0.0 NEXT_MANUAL_SIG_HANDLE=true',
  ])
  const [port = ''] = valuesOf(image, 'EXPOSE')
  expect(valuesOf(image, 'HEALTHCHECK')[0]).toContain(
    `'http://127.0.0.1:' + (process.env.PORT || ${port}) + '/api/health'`,
  )
})

it('the image gets the settings for its build as a secret, and no file with settings', () => {
  const dockerfile = readFileSync('Dockerfile', 'utf8')
  const run = '--mount=type=secret,id=settings,target=/site/.env npm run build'
  expect(valuesOf(dockerfile, 'RUN')).toContain(run)
  expect(valuesOf(dockerfile, 'ARG')).toEqual([])
  const ignored = readFileSync('.dockerignore', 'utf8').split(/\r?\n/)
  expect(ignored).toEqual(
    expect.arrayContaining(['.env*', 'data', '**/*.db*', '**/*.csv', '**/*.dump', '**/*.sql']),
  )
})

/** What follows an instruction of a Dockerfile, each time. */
function valuesOf(dockerfile: string, instruction: string): string[] {
  const lines = dockerfile.replaceAll(/\\\r?\n/g, '').matchAll(/^([A-Z]+) (.*?)\r?$/gm)
  return [...lines].flatMap(([, name, value = '']) => (name === instruction ? value : []))
}
