import { formatInVisitorZone, formatLongDate, slotStart } from '../../lib/dates/dates'
import { zone } from '../../lib/dates/zone'
import { expect, test } from '../support/browser/test'
import {
  bookingBody,
  expectStep,
  next,
  openAtStep,
  pickDay,
  visitor,
} from '../support/visitor/booking'
import { requiredValues } from '../support/visitor/visitor'

/** Servers and visitors in different time zones, before clocks go back: the booked day is the picked day. */

/** Clocks go back on this day. */
const [today, tomorrow, day] = ['2026-10-30', '2026-10-31', '2026-11-01']
const timezoneId = 'Europe/Berlin'

test.describe('server in Tokyo, visitor in Berlin, before clocks go back', () => {
  test.use({ timezoneId })

  test('books the picked day, from tomorrow in the zone of the site on, and sees the local time if it differs', {
    tag: '@deep',
  }, async ({ page, receiver, site }) => {
    const now = slotStart(today, '11:30 PM')
    await site.shiftClock(now.getTime() - Date.now())
    await page.clock.setFixedTime(now)
    await openAtStep(page, 'preferredDate', {
      entries: { ...requiredValues('booking'), ...visitor },
    })
    expect(await pickDay(page, 'first')).toBe(tomorrow)
    expect(await pickDay(page, day)).toBe(day)
    const time = page.getByLabel('Preferred Time')
    await time.selectOption('12:30 PM')
    const ticket = page.locator('[data-slot=ticket]').filter({ hasText: 'Fills in as you type' })
    await expect(ticket.locator('dl > div')).toHaveText([
      `For: ${visitor.fullName}`,
      `Business: ${visitor.businessName}`,
      `We’ll call: ${visitor.phoneNumber}`,
      `Day: ${formatLongDate(day)}`,
      `Time: 12:30 PM ${zone.short}`,
      /^Your time: .+:30\s[AP]M$/,
      'Cost: Free',
    ])
    const opener = page.getByRole('button', { name: 'Preferred Date' })
    const [dateBox, timeBox] = await Promise.all([opener.boundingBox(), time.boundingBox()])
    expect(dateBox).toMatchObject({ y: timeBox?.y, height: timeBox?.height })
    // What a screen reader says of the field, and once when the visitor's own time changes.
    await expect(time).toHaveAccessibleDescription(`${zone.words} (${zone.clocks}).`)
    await expect(page.getByRole('status').filter({ hasText: 'where you are' })).toHaveText(
      /^That’s .*:30\s[AP]M.* where you are\.$/,
    )
    await next(page).click()
    await expectStep(page, 'additionalNotes')
    const note = page.getByRole('region', { name: 'Your demo' }).getByText('Where you are')
    await expect(note).toContainText(
      String(formatInVisitorZone(slotStart(day, '12:30 PM'), timezoneId)),
    )
    await page.getByRole('button', { name: 'Book My Free Demo' }).click()
    await expect(page).toHaveURL(/\/thank-you$/)
    expect(receiver.onlyBody).toEqual(
      bookingBody({
        preferredDate: day,
        preferredTime: '12:30 PM',
        submissionDate: today,
      }),
    )
    await expect(page.getByRole('link', { name: 'Add to Google Calendar' })).toHaveAttribute(
      'href',
      new RegExp(`dates=${day.replaceAll('-', '')}T123000%2F`),
    )
    await site.shiftClock(0)
  })
})
