import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { attemptTimeoutMs, outcomes } from '@/lib/leads/outcomes'
import { root } from '../../support/site'

it('docs/delivery.md names every outcome, and says which are tried again while the visitor waits', () => {
  const document = readFileSync(join(root, 'docs/delivery.md'), 'utf8')
  const [, table = ''] = /^\| answer of the webhook .*\n((?:\|.*\n)+)/m.exec(document) ?? []
  const rows = table.split('\n').map((row) => row.split('|').map((cell) => cell.trim()))
  const documented = rows.flatMap(([, , names = '', again]) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name]) => [name, again === 'yes']),
  )
  const retryable = Object.entries(outcomes).map(([name, outcome]) => [name, outcome.retryable])
  expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(retryable))
  expect(table).toContain(`no answer within ${attemptTimeoutMs / 1000} s`)
})
