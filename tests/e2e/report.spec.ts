import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expectNoViolations } from '../support/browser/states'
import { expect, test } from '../support/browser/test'
import { temporaryFolder } from '../support/process/files'
import { leadEntries, post, readForm } from '../support/visitor/lead-post'

test('the report of leads fits 320 pixels and is accessible, in light and in dark', {
  tag: '@deep',
}, async ({ page, site }) => {
  expect(await post(await readForm(site.url), leadEntries)).toBe(true)
  const path = join(temporaryFolder('report'), 'leads.html')
  const env = { ...process.env, DATABASE_URL: site.database }
  execFileSync('node', ['scripts/leads.mjs', 'report', '--html', path], { env })
  await page.goto(pathToFileURL(path).href)
  for (const [width, colorScheme] of [
    [320, 'light'],
    [1280, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await expectNoViolations(page)
  }
  await expect(page.getByRole('table', { name: 'By month' }).getByRole('row').last()).toHaveText(
    /^\d{4}-\d\d10$/,
  )
})
