import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import Libsql from 'libsql'
import { isClosed } from '../../lib/dates/bookable-days'
import { formatLongDate } from '../../lib/dates/dates'
import { addDays, firstBookableDay, formatTimestamp } from '../../lib/dates/days'
import { preferredTimes } from '../../lib/forms/booking-form'
import { test as base, expect } from '../support/browser/test'
import { otherBuild } from '../support/site/other-build'
import { type Site, startSite } from '../support/site/site'
import {
  book,
  closedDays,
  expectStep,
  fillBusiness,
  fillContact,
  fillUntilSchedule,
  next,
  pickDay,
  visitor,
} from '../support/visitor/booking'

/** A build with DEMOS_PER_TIME, of a server that allows one demo at a time. */

const test = base.extend({
  site: async ({ receiver }, use) => {
    const site = await startSite(receiver, { DEMOS_PER_TIME: '1' }, otherBuild)
    await use(site)
    await site.stop()
  },
})

const week = Array.from({ length: 7 }, (_, index) => addDays(firstBookableDay(new Date()), index))
let day = addDays(week[6] ?? '', 1)
while (isClosed(day, closedDays)) day = addDays(day, 1)
const dayInWords = formatLongDate(day).replace(/, \d{4}$/, '')
const refusal = `1:30 PM on ${dayInWords} has just been taken. Free that day: 12:00 PM, 2:00 PM, 2:30 PM, 3:00 PM`

/** Books these times of a day for others. */
function take(site: Site, day: string, times: readonly string[]) {
  const database = new Libsql(site.database.slice('file:'.length))
  database.pragma('busy_timeout = 5000')
  const insert = database.prepare(
    `INSERT INTO leads (id, thread, version, kind, state, extras, attempts, give_up_at, created_at, demo_start)
     VALUES (?, ?, 1, 'booking', 'delivered', '{}', 1, 1, ${Date.now()}, ?)`,
  )
  for (const time of times) insert.run(randomUUID(), randomUUID(), formatTimestamp(day, time))
  database.close()
}

/** The next week is full, and the day after it is not. */
function takeWeek(site: Site) {
  for (const day of week) take(site, day, preferredTimes)
  take(site, day, ['12:30 PM', '1:00 PM'])
}

const time = (page: Page) => page.getByLabel('Preferred Time')

test.describe('a time that is taken', { tag: ['@deep', '@other-build'] }, () => {
  test('is not offered, nor is a full week, and is refused at the end when it is taken meanwhile', async ({
    page,
    site,
    receiver,
  }) => {
    takeWeek(site)
    await page.goto('/book-demo')
    const answer = page.waitForResponse('**/api/taken-times')
    await fillUntilSchedule(page)
    await answer
    await page.getByRole('button', { name: 'Preferred Date' }).click()
    const calendar = page.locator('#calendar')
    const open = calendar.locator('[data-day]:not([data-disabled], [data-outside])').first()
    await expect(open).toHaveAttribute('data-day', day)
    await page.keyboard.press('Escape')
    await pickDay(page, day)
    const options = time(page).locator('option')
    await expect(options).toHaveText([
      'Pick a time',
      '12:00 PM',
      '12:30 PM (taken)',
      '1:00 PM (taken)',
      '1:30 PM',
      '2:00 PM',
      '2:30 PM',
      '3:00 PM',
    ])
    await expect(time(page).locator('option:disabled')).toHaveText([/^12:30 PM/, /^1:00 PM/])
    await time(page).selectOption('1:30 PM')
    await next(page).click()
    await expectStep(page, 'Review')
    take(site, day, ['1:30 PM'])
    await book(page).click()
    const problem = page.getByRole('group', { name: 'Invalid input' })
    await expect(problem).toBeFocused()
    await expect(problem.getByRole('link')).toHaveText([refusal])
    await problem.getByRole('link').click()
    await expectStep(page, 'Schedule')
    await expect(time(page)).toBeFocused()
    await expect(time(page)).toHaveValue('1:30 PM')
    await expect(time(page)).toHaveAccessibleDescription(new RegExp(`^${refusal}`))
    await time(page).selectOption('2:00 PM')
    await next(page).click()
    await book(page).click()
    await expect(page).toHaveURL(/\/thank-you$/)
    expect(receiver.onlyBody).toMatchObject({
      preferredDate: day,
      preferredTime: '2:00 PM',
      businessDescription: visitor.businessDescription,
    })
  })

  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false, expectedErrors: [/\.js csp$/] })

    test('is refused with the free times, and with another day where it has none', async ({
      page,
      site,
      receiver,
    }) => {
      takeWeek(site)
      take(site, day, ['1:30 PM'])
      await page.goto('/book-demo')
      await fillContact(page)
      await fillBusiness(page)
      await page.getByLabel('Preferred Date').fill(day)
      await time(page).selectOption('1:30 PM')
      await book(page).click()
      const problem = page.getByRole('group', { name: 'Invalid input' })
      await expect(problem.getByRole('link')).toHaveText([refusal])
      await expect(time(page)).toHaveAccessibleDescription(new RegExp(`^${refusal}`))
      const full = week.filter((each) => !isClosed(each, closedDays))[1] ?? ''
      await page.getByLabel('Preferred Date').fill(full)
      await book(page).click()
      await expect(problem.getByRole('link')).toHaveText([
        `1:30 PM on ${formatLongDate(full).replace(/, \d{4}$/, '')} has just been taken. The next day with a free time: ${dayInWords}`,
      ])
      await page.getByLabel('Preferred Date').fill(day)
      await time(page).selectOption('2:30 PM')
      await book(page).click()
      await expect(page).toHaveURL(/\/thank-you\?demo=\d{8}T143000$/)
      expect(receiver.onlyBody).toMatchObject({ preferredDate: day, preferredTime: '2:30 PM' })
    })
  })
})
