import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { refusedStart, Site } from '../support/site'
import { expect, test } from '../support/test'

test('a bad variable stops the start with a sentence that names it and not its value', async () => {
  for (const [name, value] of [
    ['CALLBACK_WEBHOOK_URL', 'token-1234'],
    ['BOOKING_WEBHOOK_URL', 'ftp://token-1234'],
    ['CLIENT_ADDRESS', 'token-1234'],
    ['SITE_URL', 'token-1234'],
  ] as const) {
    const { code, output } = await refusedStart({ [name]: value })
    expect(code).toBe(1)
    expect(output).toMatch(new RegExp(`Cannot start: ${name} must be`))
    expect(output).not.toContain('token-1234')
  }
})

test('a missing webhook is named in the log at start', async () => {
  const site = await Site.start()
  expect(site.events.map(({ warning }) => warning)).toEqual([
    'BOOKING_WEBHOOK_URL is not set: its leads cannot be delivered',
    'CALLBACK_WEBHOOK_URL is not set: its leads cannot be delivered',
  ])
  await site.stop()
})

test('no webhook address is in anything a browser can fetch', async ({ receiver, request }) => {
  const address = new URL(receiver.url('')).host
  const files = readdirSync('.next/static', { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile(),
  )
  expect(files.length).toBeGreaterThan(5)
  for (const { parentPath, name } of files) {
    const text = readFileSync(join(parentPath, name), 'utf8')
    expect(text).not.toContain('WEBHOOK_URL')
    expect(text).not.toContain(address)
  }
  for (const path of ['/', '/book-demo', '/thank-you']) {
    const response = await request.get(path)
    expect(`${JSON.stringify(response.headers())}${await response.text()}`).not.toContain(address)
  }
})
