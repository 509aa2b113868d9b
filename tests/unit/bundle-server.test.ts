import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { bundleServer } from '../../scripts/bundle-server.mjs'

function bundled() {
  // Inside the project, whose node_modules has the drivers.
  mkdirSync('tests/results', { recursive: true })
  const folder = mkdtempSync('tests/results/bundle-')
  onTestFinished(() => rmSync(folder, { recursive: true }))
  bundleServer(folder)
  return folder
}

it('the programs load nothing but themselves, Node and the database drivers', () => {
  const folder = bundled()
  for (const name of ['leads.mjs', 'http-filter.mjs']) {
    const imported = readFileSync(join(folder, name), 'utf8').matchAll(
      /^import .*?from ["']([^"']+)/gm,
    )
    const others = [...imported].map(([, from = '']) => from.replace('node:', ''))
    const allowed =
      /^(libsql|pg|module|fs|path|os|crypto|events|net|http|https|util|tls|timers\/promises|stream|async_hooks|diagnostics_channel|buffer|url|zlib|dns)$/
    expect(others.filter((from) => !allowed.test(from))).toEqual([])
  }
})

it('npm run leads starts without a loader, and says in a sentence what is wrong', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(scripts.leads).toBe('node scripts/leads.mjs')
  const program = join(bundled(), 'leads.mjs')
  const env = { ...process.env, DATABASE_URL: 'mysql://x' }
  const run = () => spawnSync(process.execPath, [program, 'help'], { env, encoding: 'utf8' })
  expect(run()).toMatchObject({
    status: 1,
    stderr: 'DATABASE_URL must be file:PATH or postgres://…\n',
  })
})
