import { stripVTControlCharacters } from 'node:util'
import { expect, it, onTestFinished, vi } from 'vitest'
import { log, logError } from '@/lib/server/log'
import { captureLog } from '../../support/site/in-process'

it('the log has the code of an error and not its message', () => {
  const captured = captureLog()
  const error = Object.assign(new Error('connect to secret.example'), { code: 'ECONNREFUSED' })
  logError('journal', error, { id: 'a1' })
  logError('journal', new TypeError('secret.example'))
  logError('journal', 'secret.example')
  expect(captured.events()).toEqual([
    { time: expect.any(String), event: 'journal fault', id: 'a1', fault: 'ECONNREFUSED' },
    { time: expect.any(String), event: 'journal fault', fault: 'TypeError' },
    { time: expect.any(String), event: 'journal fault', fault: 'unknown' },
  ])
})

it('logs what a page or an action throws in one line: route, digest and fault, once a minute for each', async () => {
  vi.stubEnv('NEXT_RUNTIME', 'nodejs')
  vi.useFakeTimers({ toFake: ['performance'] })
  const captured = captureLog()
  const { onRequestError } = await import('@/instrumentation')
  const fail = (routePath: string, error: unknown) =>
    onRequestError(
      error,
      { path: '/book-demo?email=ana@ruiz.com', method: 'POST', headers: { cookie: 'Ana Ruiz' } },
      { routerKind: 'App Router', routePath, routeType: 'action', revalidateReason: undefined },
    )
  const digest = '2744886937'
  for (let second = 0; second < 90; second++) {
    await fail('/book-demo', Object.assign(new TypeError('Ana Ruiz'), { digest }))
    vi.advanceTimersByTime(1000)
  }
  await fail('/page', Object.assign(new Error('Ana Ruiz'), { code: 'EIO' }))
  await fail('/', 'Ana Ruiz')
  const line = { time: expect.any(String), event: 'request fault' }
  expect(captured.events()).toEqual([
    { ...line, route: '/book-demo', digest, fault: 'TypeError' },
    { ...line, route: '/book-demo', digest, fault: 'TypeError', count: 60 },
    { ...line, route: '/', fault: 'EIO' },
    { ...line, route: '/', fault: 'unknown' },
  ])
  expect(captured.text()).not.toMatch(/ruiz/i)
  vi.useRealTimers()
})

it('at a terminal, faults are red and what ops should look at is yellow', () => {
  const output = captureLog()
  const { isTTY } = process.stdout
  process.stdout.isTTY = true
  onTestFinished(() => void Object.assign(process.stdout, { isTTY }))
  log('defaulted', {}, 'red')
  log('no fault', {})
  log('looks odd', {}, 'yellow')
  const texts = output
    .text()
    .split('\n')
    .map((line) => line.replace(/^.*?\d\d:\d\d:\d\d\S* /, ''))
  expect(texts).toEqual([
    '\u001b[31mdefaulted\u001b[39m',
    'no fault',
    '\u001b[33mlooks odd\u001b[39m',
    '',
  ])
})

it('at a terminal, an event is one short line in words, and control characters are escaped', () => {
  const output = captureLog()
  const { isTTY } = process.stdout
  process.stdout.isTTY = true
  onTestFinished(() => void Object.assign(process.stdout, { isTTY }))
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 28, 12, 5, 7) })
  onTestFinished(() => void vi.useRealTimers())
  const of = { id: 'c7ee2bfc-0000-4000-8000-000000000001', kind: 'call-our-ai' }
  log('delivered', { ...of, outcome: 'delivered', attempt: 1, ms: 71 })
  log('failed', { ...of, outcome: 'timeout', attempt: 2, ms: 8002 })
  log('warning', { warning: 'Set it\u001b[2J\n' })
  expect(stripVTControlCharacters(output.text())).toBe(
    '12:05:07 delivered call-our-ai c7ee2bfc 71 ms\n' +
      '12:05:07 failed call-our-ai timeout attempt 2 c7ee2bfc 8002 ms\n' +
      '12:05:07 warning Set it\\u001b[2J\\n\n',
  )
})
