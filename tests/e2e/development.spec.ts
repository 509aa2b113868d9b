import type { Page } from '@playwright/test'
import { untilHydrated } from '../support/browser/scripts'
import { expect, test } from '../support/browser/test'
import { freePort } from '../support/process/ports'
import { startProgram } from '../support/process/programs'
import { copyProject } from '../support/site/other-build'
import { sqliteUrl } from '../support/site/site'
import { expectStep, openAtStep } from '../support/visitor/booking'
import { openDialog } from '../support/visitor/callback'

/**
 * What a developer sees. Only `next dev` reports that React has hydrated a page with differences. The fixture `page` fails
 * the test if the console has an error or a warning.
 */

test('no page of the development server reports an issue, nor does a dialog', {
  tag: '@deep',
}, async ({ page }) => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const server = await startProgram(
    'npm',
    ['run', 'dev', '--', '--hostname', '127.0.0.1', '--port', String(port)],
    (output) => output.includes('Ready in'),
    {
      // A copy, because other tests compare the files of the project.
      cwd: copyProject('development'),
      env: { ...process.env, DATABASE_URL: sqliteUrl(), NEXT_TELEMETRY_DISABLED: '1' },
      // npm starts the server in a process of its own.
      detached: true,
      killSignal: 'SIGTERM',
    },
  )
  try {
    await page.goto(url)
    await untilHydrated(page)
    await expectNoIssue(page)
    const dialog = await openDialog(page, 'See AI in Action')
    await expect(dialog).toBeVisible()
    await expectNoIssue(page)
    await page.goto(`${url}/book-demo`)
    await untilHydrated(page)
    await expectNoIssue(page)
    // A draft: the loader hides the form until it is restored.
    await openAtStep(page, 3, { site: url })
    await expectStep(page, 'Schedule')
    await expectNoIssue(page)
    await page.goto(`${url}/thank-you`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectNoIssue(page)
  } finally {
    // The page would report that the server is gone.
    await page.close()
    await server.stop()
  }
})

/** The development server counts what it has to report in a badge over the page. */
async function expectNoIssue(page: Page) {
  const overlay = page.locator('nextjs-portal')
  await expect(overlay).toBeAttached()
  await expect(overlay.getByText(/Issue/)).toHaveCount(0)
}
