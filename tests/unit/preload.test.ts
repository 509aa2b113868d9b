import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'

const preload = new URL('../support/site/preload.mjs', import.meta.url)

it('a server under test ends when the process that started it is killed', async () => {
  const server = 'console.log(process.pid); setInterval(() => {}, 1000)'
  const args = JSON.stringify([`--import=${preload}`, '--eval', server])
  const starter = `require('node:child_process').spawn(process.execPath, ${args},
    { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })`
  const parent = spawn(process.execPath, ['--eval', starter], { stdio: 'pipe' })
  const [pid] = await once(parent.stdout, 'data')
  try {
    parent.kill('SIGKILL')
    // The output closes once neither of them runs.
    const closed = once(parent, 'close').then(() => 'both ended')
    const timeout = AbortSignal.timeout(10_000)
    const late = once(timeout, 'abort').then(() => 'the server still runs')
    expect(await Promise.race([closed, late])).toBe('both ended')
  } finally {
    try {
      process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It has ended.
    }
  }
})
