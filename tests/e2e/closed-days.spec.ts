import { isClosed } from '../../lib/dates/bookable-days'
import { formatLongDate } from '../../lib/dates/dates'
import { expect, test } from '../support/browser/test'
import { otherBuild } from '../support/site/other-build'
import {
  closedAndOpenDay,
  closedDays,
  expectStep,
  next,
  openAtStep,
  pickDay,
  summaryOf,
  visitor,
} from '../support/visitor/booking'

/** A build with CLOSED_DAYS. The server's own environment does not have the variable. */

const { closedDay, openDay, refusal } = closedAndOpenDay()

test.describe('a build with closed days', { tag: ['@deep', '@other-build'] }, () => {
  test.use({ build: otherBuild })

  test('a stored day that is closed is marked on step 3, and the calendar offers only open days', async ({
    page,
  }) => {
    const entries = { ...visitor, preferredDate: closedDay, preferredTime: '1:00 PM' }
    await openAtStep(page, 'preferredDate', { entries })
    await expectStep(page, 'preferredDate')
    const opener = page.getByRole('button', { name: 'Preferred Date' })
    await expect(opener).toHaveAccessibleDescription(`${refusal}.`)
    await expect(opener).toHaveAttribute('aria-invalid', 'true')
    await opener.click()
    const calendar = page.locator('#calendar')
    await expect(calendar.getByRole('grid')).toBeVisible()
    await expect(calendar.locator('[data-selected]')).toHaveCount(0)
    await calendar.getByRole('button', { name: /next month/i }).click()
    const cells = await calendar.locator('[data-day]:not([data-outside])').all()
    expect(cells.length).toBeGreaterThan(27)
    for (const cell of cells) {
      const day = (await cell.getAttribute('data-day')) ?? ''
      await expect(cell.getByRole('button')).toBeEnabled({ enabled: !isClosed(day, closedDays) })
    }
    await page.keyboard.press('Escape')
    await pickDay(page, openDay)
    await expect(page.locator('#preferredDate-error')).toHaveCount(0)
    await next(page).click()
    await expect(summaryOf(page).getByText(formatLongDate(openDay))).toBeVisible()
  })
})
