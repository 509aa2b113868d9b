import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expectNoViolations } from '../support/browser/states'
import { expect, test } from '../support/browser/test'
import { temporaryFolder } from '../support/process/files'
import { post, readForm } from '../support/visitor/lead-post'

test('the report of leads fits 320 pixels and is accessible, in light and in dark', {
  tag: '@deep',
}, async ({ page, receiver, site }) => {
  const lead = { name: 'Ana Ruiz', phone: '5095550147', businessName: 'Ruiz & Sons' }
  receiver.respondWith('accept', { status: 503, headers: { 'retry-after': '3600' } })
  expect(await post(await readForm(site.url), lead)).toBe(true)
  expect(await post(await readForm(site.url), { ...lead, name: 'Bo Ruiz' })).toBe(false)
  const path = join(temporaryFolder('report'), 'leads.html')
  const env = { ...process.env, DATABASE_URL: site.database }
  await promisify(execFile)('node', ['scripts/leads.mjs', 'report', '--html', path], { env })

  for (const [width, colorScheme] of [
    [320, 'light'],
    [1280, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    await page.goto(pathToFileURL(path).href)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await expectNoViolations(page)
  }
  await expect(page.getByRole('row', { name: 'Received' }).getByRole('cell').first()).toHaveText(
    '2',
  )
  await expect(page.getByRole('table', { name: 'Failures' }).getByRole('row')).toHaveText([
    /^Last outcome/,
    /^unavailable10/,
  ])
})
