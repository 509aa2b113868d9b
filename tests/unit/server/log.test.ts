import { expect, it, vi } from 'vitest'
import { logError } from '@/lib/server/log'
import { captureLog } from '../../support/site/in-process'

it('the log has the code of an error and not its message', () => {
  const log = captureLog()
  const error = Object.assign(new Error('connect to secret.example'), { code: 'ECONNREFUSED' })
  logError('journal', error, { id: 'a1' })
  logError('journal', new TypeError('secret.example'))
  logError('journal', 'secret.example')
  expect(log.events()).toEqual([
    { time: expect.any(String), event: 'journal fault', id: 'a1', fault: 'ECONNREFUSED' },
    { time: expect.any(String), event: 'journal fault', fault: 'TypeError' },
    { time: expect.any(String), event: 'journal fault', fault: 'unknown' },
  ])
})

it('logs what a page or an action throws in one line: route, digest and fault, once a minute for each', async () => {
  vi.stubEnv('NEXT_RUNTIME', 'nodejs')
  vi.useFakeTimers({ toFake: ['performance'] })
  const log = captureLog()
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
  expect(log.events()).toEqual([
    { ...line, route: '/book-demo', digest, fault: 'TypeError' },
    { ...line, route: '/book-demo', digest, fault: 'TypeError', count: 60 },
    { ...line, route: '/', fault: 'EIO' },
    { ...line, route: '/', fault: 'unknown' },
  ])
  expect(log.text()).not.toMatch(/ruiz/i)
  vi.useRealTimers()
})
