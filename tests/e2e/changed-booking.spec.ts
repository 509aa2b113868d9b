import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { bookedNotice } from '@/lib/content/booked-notice'
import { formatLongDate } from '@/lib/dates/dates'
import { zone } from '@/lib/dates/zone'
import { expect, test } from '../support/browser/test'
import {
  book,
  bookableDay,
  bookingBody,
  expectStep,
  fillUntilReview,
  next,
  submitBooking,
  summaryOf,
  visitor,
} from '../support/visitor/booking'
import { toastOf } from '../support/visitor/callback'
import { requiredValues } from '../support/visitor/visitor'

/** What a visitor can do with a demo that is booked. */

const notice = (page: Page) => page.getByRole('region', { name: 'A demo is booked' })
const changeIt = (page: Page) => page.getByRole('link', { name: 'Change it' })
const bookedAt = (time: string) => bookedNotice.when(formatLongDate(bookableDay()), time)
const kept = (page: Page) => page.evaluate(() => localStorage.getItem('bookedDemo'))

/** Takes another time, from the review. */
async function changeTime(page: Page) {
  await summaryOf(page).getByRole('button', { name: 'Change Preferred Time' }).click()
  await page.getByLabel('Preferred Time').selectOption('2:00 PM')
  await next(page).click()
  await expectStep(page, 'additionalNotes')
  // The page sends another form two seconds after the last one.
  const now = await page.evaluate(() => performance.now())
  await page.waitForFunction((now) => performance.now() > now + 2000, now)
  await submitBooking(page)
}

/** In the page: the browser shows it again, as it does after Back if it has kept it. */
const showAgain = () => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))

test('the thank-you page shows the number and the address, and a change of the time replaces the booking, which was sent twice', async ({
  page,
  receiver,
  site,
}) => {
  receiver.respondWith(500)
  await fillUntilReview(page)
  await page.getByLabel('Additional Notes').fill('Ring the bell')
  await book(page).click()
  await expect(toastOf(page)).toContainText('Something went wrong')
  await page.reload()
  await submitBooking(page)
  await expect(changeIt(page)).toBeVisible()
  // Each once.
  for (const given of [visitor.phoneNumber, visitor.email])
    await expect(page.getByText(given).filter({ visible: true })).toHaveCount(1)
  await changeIt(page).click()
  await expectStep(page, 'additionalNotes')
  const changing = page.getByText(bookedNotice.changes(bookedAt('12:30 PM')))
  await expect(changing).toBeVisible()
  for (const text of [visitor.fullName, visitor.email, visitor.phoneNumber, visitor.businessName])
    await expect(summaryOf(page).getByText(text, { exact: true })).toBeVisible()
  await expect(page.getByLabel('Additional Notes')).toHaveValue('Ring the bell')
  await changeTime(page)
  await expect(page.getByText(`2:00 PM ${zone.words}`)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Demo Booked Successfully!')
  await expect(page.getByText('Changed', { exact: true })).toBeVisible()
  const before = page.locator('dl > div').filter({ hasText: 'Before' })
  // Not an element of deleted text, which Orca leaves out.
  await expect(before.getByText(bookedAt('12:30 PM'))).toHaveCSS(
    'text-decoration-line',
    'line-through',
  )
  // Paper has no links.
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Is everything right?')).toBeHidden()
  await page.emulateMedia({ media: null })

  const [failed, first, second, ...more] = receiver.received
  expect(more).toEqual([])
  expect(failed?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
  expect(JSON.parse(second?.body ?? '')).toEqual(
    bookingBody({
      preferredDate: bookableDay(),
      preferredTime: '2:00 PM',
      additionalNotes: 'Ring the bell',
    }),
  )
  const headers = (name: string) => [first?.headers[name], second?.headers[name]]
  expect(headers('webhook-replaces')).toEqual([undefined, first?.headers['webhook-id']])
  const file = await page.getByRole('link', { name: /\.ics/ }).getAttribute('href')
  const [, uid] = /\r\nUID:(.+)\r\n/.exec(decodeURIComponent(file ?? '')) ?? []
  expect(uid).toMatch(/^[\da-f]{8}-[\da-f]{4}-demo@plumbing-xperience$/)
  expect(headers('calendar-uid')).toEqual([uid, uid])
  expect(new Set(headers('webhook-id')).size).toBe(2)
  // The secret of a change is in no address, header, or log.
  const { thread } = JSON.parse((await kept(page)) ?? '').entries
  expect(site.log + JSON.stringify(second) + page.url()).not.toContain(thread.slice(13))
})

test('a browser that has kept the page shows, after Back, that a demo is booked', {
  tag: '@deep',
}, async ({ page }) => {
  await fillUntilReview(page)
  // The browser stays on the page.
  await page.route('**/thank-you', (route) => route.fulfill({ status: 204 }))
  const leaves = page.waitForRequest('**/thank-you')
  await book(page).dblclick()
  await leaves
  await expect(notice(page)).toHaveCount(0)
  await page.evaluate(showAgain)
  await expect(notice(page)).toContainText(bookedAt('12:30 PM'))
  await expect(notice(page).getByRole('heading')).toBeFocused()
  await expect(book(page)).toBeHidden()
})

test('on a later visit, a visitor changes the demo, keeps it as it is, or books another one', {
  tag: '@deep',
}, async ({ page: later }) => {
  await later.goto('/robots.txt')
  await later.evaluate(
    (demo) => localStorage.setItem('bookedDemo', demo),
    JSON.stringify({
      start: `${bookableDay().replaceAll('-', '')}T123000`,
      entries: {
        ...requiredValues('booking'),
        ...visitor,
        preferredDate: bookableDay(),
        preferredTime: '12:30 PM',
        thread: randomUUID(),
      },
    }),
  )
  await later.goto('/book-demo')
  await expect(notice(later)).toContainText(bookedAt('12:30 PM'))
  await changeIt(later).click()
  await expectStep(later, 'additionalNotes')
  await expect(summaryOf(later)).toContainText(visitor.businessName)
  await later.getByRole('link', { name: 'Keep it as it is' }).click()
  await expect(notice(later)).toBeVisible()
  await expect(later.getByRole('textbox').filter({ visible: true })).toHaveCount(0)

  await later.getByRole('link', { name: 'Book another demo' }).click()
  await expectStep(later, 'fullName')
  await expect(later.getByLabel('Full Name')).toHaveValue('')
  expect(await kept(later)).toBeNull()
})

test('a demo that has begun is forgotten, on every page, and the booking page shows its form', async ({
  page,
}) => {
  const keepDemo = (start: string) =>
    page.evaluate(
      (start) => localStorage.setItem('bookedDemo', JSON.stringify({ start, entries: {} })),
      start,
    )
  for (const path of ['/', '/thank-you', '/book-demo']) {
    await page.goto('/robots.txt')
    await keepDemo('20200101T120000')
    await page.goto(path)
    await expect.poll(() => kept(page)).toBeNull()
  }
  await expectStep(page, 'fullName')
})
