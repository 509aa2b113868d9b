import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../support/temporary-folder'

/** What a machine without root can check of docs/deploying.md. tests/e2e/deploying.spec.ts runs its commands. */

const systemdMissing = Boolean(spawnSync('systemd-analyze', ['--version']).error)

it.skipIf(systemdMissing)('the systemd unit is valid (needs systemd-analyze)', () => {
  const unit = readFileSync('docs/site.service', 'utf8')
  expect(unit.split('/usr/bin/node ')).toHaveLength(2)
  const path = join(temporaryFolder('unit'), 'site.service')
  writeFileSync(path, unit.replace('/usr/bin/node ', `${process.execPath} `))
  const { output } = spawnSync('systemd-analyze', ['verify', '--man=no', path])
  expect(output.join('\n')).not.toContain(path)
})

it('every file that the document names exists', () => {
  const document = readFileSync('docs/deploying.md', 'utf8')
  const links = [...document.matchAll(/\]\(([^)#]+)\)/g)].map(([, path = '']) => path)
  const copied = [...document.matchAll(/ \/srv\/source\/(docs\/\S+)/g)].map(
    ([, path]) => `../${path}`,
  )
  expect(copied).toHaveLength(2)
  for (const path of [...links, ...copied])
    expect(readFileSync(join('docs', path), 'utf8').length).toBeGreaterThan(100)
})

it('compose.yaml mounts what nginx.conf names, and publishes the port that it expects', () => {
  const compose = readFileSync('compose.yaml', 'utf8')
  const nginx = readFileSync('docs/nginx.conf', 'utf8')
  const [, upstream = ''] = /^upstream site \{\s+server (\S+);/m.exec(nginx) ?? []
  expect(compose).toContain(`ports: ["${upstream}:3000"]`)
  for (const folder of ['/etc/letsencrypt', '/var/www/html']) {
    expect(nginx).toContain(folder)
    expect(compose).toContain(`- ${folder}:${folder}:ro`)
  }
  expect(compose).toContain('- ./docs/nginx.conf:/etc/nginx/conf.d/default.conf:ro')
})
