import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { bundledPrograms } from '../support/bundled-programs'

it('the programs load nothing but themselves, Node and the database drivers', () => {
  const folder = bundledPrograms()
  for (const name of ['leads.mjs', 'http-filter.mjs']) {
    const imported = readFileSync(join(folder, name), 'utf8').matchAll(
      /^import .*?from ["']([^"']+)/gm,
    )
    const others = [...imported].map(([, from = '']) => from.replace('node:', ''))
    const allowed = ['libsql', 'pg', ...builtinModules]
    expect(others.filter((from) => !allowed.includes(from))).toEqual([])
  }
})

it('npm run leads starts without a loader, and says in a sentence what is wrong', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(scripts.leads).toBe('node scripts/leads.mjs')
  const program = join(bundledPrograms(), 'leads.mjs')
  const env = { ...process.env, DATABASE_URL: 'mysql://x' }
  const run = () => spawnSync(process.execPath, [program, 'help'], { env, encoding: 'utf8' })
  expect(run()).toMatchObject({
    status: 1,
    stderr: 'DATABASE_URL must be file:PATH or postgres://…\n',
  })
})
