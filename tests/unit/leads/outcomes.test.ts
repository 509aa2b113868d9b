import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import {
  attemptTimeoutMs,
  isRetryable,
  nextAttempt,
  type Outcome,
  outcomeFromError,
  outcomeFromStatus,
  outcomes,
} from '@/lib/leads/outcomes'
import { root } from '../../support/site/site'

it('docs/delivery.md names every outcome, and says which are tried again while the visitor waits', () => {
  const document = readFileSync(join(root, 'docs/delivery.md'), 'utf8')
  const [, table = ''] = /^\| answer of the webhook .*\n((?:\|.*\n)+)/m.exec(document) ?? []
  const rows = table.split('\n').map((row) => row.split('|').map((cell) => cell.trim()))
  const documented = rows.flatMap(([, , names = '', again]) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name]) => [name, again === 'yes']),
  )
  const names = Object.keys(outcomes) as Outcome[]
  const retryable = names.map((name) => [name, isRetryable(name)])
  expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(retryable))
  expect(table).toContain(`no answer within ${attemptTimeoutMs / 1000} s`)
})

it.each([
  [200, 'delivered'],
  [299, 'delivered'],
  [300, 'redirected'],
  [399, 'redirected'],
  [400, 'rejected'],
  [429, 'throttled'],
  [499, 'rejected'],
  [500, 'failed'],
  [503, 'unavailable'],
])('the answer %s is the outcome %s', (status, outcome) => {
  expect(outcomeFromStatus(status)).toBe(outcome)
})

it.each([
  ['ECONNREFUSED', 'refused'],
  ['ENOTFOUND', 'unresolved'],
  ['EAI_AGAIN', 'unresolved'],
  ['ECONNRESET', 'reset'],
  ['EPIPE', 'reset'],
  ['HPE_INVALID_CONSTANT', 'garbled'],
  ['CERT_HAS_EXPIRED', 'untrusted'],
  ['EHOSTUNREACH', 'unreachable'],
])('an error with the code %s is the outcome %s', (code, outcome) => {
  expect(outcomeFromError(Object.assign(new Error(), { code }))).toBe(outcome)
})

it('an error of an aborted request is a timeout', () => {
  for (const name of ['TimeoutError', 'AbortError'])
    expect(outcomeFromError(new DOMException('', name))).toBe('timeout')
})

it('the wait after a failed attempt grows from 5 seconds to 20 hours, and varies by a tenth', () => {
  const random = vi.spyOn(Math, 'random').mockReturnValue(0.5)
  const minutesAfter = (attempts: number) => nextAttempt('failed', attempts, 0).waitMs / 60_000
  const minutes = [0, 1, 2, 3, 4, 5, 6, 7, 8].map(minutesAfter)
  expect(minutes).toEqual([1 / 12, 5, 30, 120, 300, 600, 840, 1200, 1200])
  // A throttled attempt does not count.
  expect(nextAttempt('throttled', 2, 0)).toEqual({ attempts: 2, waitMs: 300_000 })
  random.mockReturnValue(0)
  expect(minutesAfter(1)).toBe(4.5)
})
