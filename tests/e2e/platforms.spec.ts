import { spawnSync } from 'node:child_process'
import { expect, test } from '../support/browser/test'
import { root } from '../support/site/site'

test('npm ci installs every native part on macOS, Windows, and Linux, and works with the oldest npm', {
  tag: '@deep',
}, () => {
  const { status, stdout } = spawnSync('npm run --silent tool -- platforms', {
    cwd: root,
    encoding: 'utf8',
    shell: true,
  })
  const systems = [
    'darwin arm64',
    'darwin x64',
    'win32 x64',
    'linux arm64 glibc',
    'linux x64 glibc',
    'linux x64 musl',
  ]
  expect(stdout.trim().split('\n')).toEqual([
    ...systems.map((system) => `${system}: 10 of 10 native parts`),
    'npm 9.2.0: npm ci works',
  ])
  expect(status).toBe(0)
})
