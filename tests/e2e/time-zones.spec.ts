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

/** Servers and visitors in different time zones, around both clock changes: the booked day is the picked day. */

/** The server and the browser read the time zone in code of their own, so not every pair is tested. */
const zones = [
  {
    name: 'before clocks go back',
    now: '2026-10-31T06:30:00Z',
    today: '2026-10-30',
    tomorrow: '2026-10-31',
    day: '2026-11-01',
    server: 'UTC',
    visitor: 'America/New_York',
    localTime: /3:30\sPM/,
    tag: [],
  },
  {
    name: 'before clocks go forward',
    now: '2027-03-13T07:30:00Z',
    today: '2027-03-12',
    tomorrow: '2027-03-13',
    day: '2027-03-14',
    server: 'Asia/Tokyo',
    visitor: 'Pacific/Auckland',
    localTime: /:30\sAM/,
    tag: ['@deep'],
  },
]

for (const { name, now, today, tomorrow, day, server, localTime, tag, ...zone } of zones)
  test.describe(`server in ${server}, visitor in ${zone.visitor}, ${name}`, { tag }, () => {
    test.use({ timezoneId: zone.visitor })

    test('books the picked day, from tomorrow in Pacific time on, and sees the local time if it differs', async ({
      page,
      receiver,
      sharedSite,
    }) => {
      const site = await sharedSite({ TZ: server })
      await site.shiftClock(Date.parse(now) - Date.now())
      await page.clock.setFixedTime(new Date(now))
      await openAtStep(page, 3, {
        site: site.url,
        entries: { ...requiredValues('booking'), ...visitor },
      })
      expect(await pickDay(page, 'first')).toBe(tomorrow)
      expect(await pickDay(page, day)).toBe(day)
      const time = page.getByLabel('Preferred Time')
      await time.selectOption('12:30 PM')
      // What a screen reader says of the field.
      await expect(time).toHaveAccessibleDescription(
        /^Pacific Time \(PST\/PDT\) That’s .*:30\s[AP]M.* where you are\.$/,
      )
      await next(page).click()
      await expectStep(page, 'Review')
      const note = page.getByRole('region', { name: 'Your demo' }).getByText('Where you are')
      await expect(note).toHaveText(localTime)
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
    })
  })
