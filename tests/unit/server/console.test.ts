import { once } from 'node:events'
import { expect, it, onTestFinished } from 'vitest'
import { logConsole } from '@/lib/server/console'
import { captureLog } from '../../support/site/in-process'

it('logs what is printed, without colors, and of an error its place but not its message', async () => {
  const before = { ...console }
  const listeners = process.listeners('warning')
  onTestFinished(() => {
    Object.assign(console, before)
    process.removeAllListeners('warning')
    for (const listener of listeners) process.on('warning', listener)
  })
  const log = captureLog()
  logConsole()
  const levels = ['debug', 'error', 'info', 'log', 'trace', 'warn'] as const
  for (const level of levels)
    console[level](`\u001b[33m ${level}\u001b[39m %s\n`, 'one\ntwo', { a: 1 })
  const error = Object.assign(new TypeError('Ana Ruiz'), {
    stack: 'x: Ana Ruiz\n    at a:1:2\n    at b:3:4',
  })
  console.error(
    ' ⨯',
    error,
    Object.assign(new Error('Ana Ruiz'), { code: 'EIO', stack: undefined }),
  )
  // The same again, within a minute.
  console.error('\u001b[33m error\u001b[39m %s\n', 'one\ntwo', { a: 1 })
  // A client has closed its connection.
  console.error(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))
  console.info('\u001b[1m\u001b[22m')
  // The port is taken.
  const unusable = 'listen EADDRINUSE: address already in use :::3000'
  console.error(Object.assign(new Error(unusable), { code: 'EADDRINUSE', syscall: 'listen' }))
  process.emitWarning('x is old', 'DeprecationWarning')
  await once(process, 'warning')
  const printed = { time: expect.any(String), event: 'console' }
  expect(log.events()).toEqual([
    ...levels.map((level) => ({ ...printed, level, text: `${level} one\ntwo\n { a: 1 }` })),
    { ...printed, level: 'error', text: '⨯ TypeError EIO', stack: 'at a:1:2\nat b:3:4' },
    {
      ...printed,
      event: 'cannot start',
      problem: `PORT and HOSTNAME name an address that cannot be used: ${unusable}`,
    },
    { ...printed, level: 'warn', text: 'DeprecationWarning: x is old' },
  ])
})
