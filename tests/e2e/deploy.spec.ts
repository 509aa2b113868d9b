import type { Locator, Page } from '@playwright/test'
import { hero } from '../../lib/content/landing'
import { collectRequests } from '../support/browser/requests'
import { hydrate, leaveOutBusinessName, useAnotherActionKey } from '../support/browser/scripts'
import { expect, test } from '../support/browser/test'
import type { WebhookReceiver } from '../support/receiver/webhook-receiver'
import { otherBuild, ownerFacts, publicValues } from '../support/site/other-build'
import { type Site, startSite } from '../support/site/site'
import { book, expectStep, fillUntilReview, submitBooking } from '../support/visitor/booking'
import {
  callbackVisitor,
  fillDialog,
  openDialog,
  submitOf,
  toastOf,
} from '../support/visitor/callback'
import { leadRequest, readForm } from '../support/visitor/lead-post'
import { newClientAddress } from '../support/visitor/visitor'

/** The standalone build, and deploys while visitors use the site. */

test.describe('a deploy in the middle of a booking', { tag: ['@deep', '@other-build'] }, () => {
  let site: Site
  test.beforeEach(async ({ receiver }) => {
    site = await startSite(receiver)
  })
  test.afterEach(async ({ page }) => {
    // The page may still fetch files from this server.
    await page.close()
    await site.stop()
  })

  /** Opens the review and waits for its requests, so that none fails while the server is replaced. */
  async function loadReview(page: Page) {
    let day = ''
    await collectRequests(page, async () => {
      day = await fillUntilReview(page, `${site.url}/book-demo`)
    })
    return day
  }

  /** Replaces the server with another build, of the same action key, at the same address. */
  async function deploy(receiver: WebhookReceiver) {
    const { port } = new URL(site.url)
    await site.stop()
    site = await startSite(receiver, { PORT: port }, otherBuild)
  }

  test('in a rolling update, a page and a draft of another build are accepted', async ({
    page,
    receiver,
  }) => {
    const day = await loadReview(page)
    // As another build would have made them.
    await page.evaluate(() => {
      const draft = JSON.parse(String(sessionStorage.getItem('bookingDraft')))
      const other = { ...draft, entries: { ...draft.entries, removedField: 'x', website: 7 } }
      sessionStorage.setItem('bookingDraft', JSON.stringify(other))
    })
    await deploy(receiver)
    await page.reload()
    await expectStep(page, 'additionalNotes')
    await page.getByLabel('Additional Notes').fill('The gate code is 12')
    await page.evaluate(() => {
      for (const input of document.querySelectorAll<HTMLInputElement>('input[name="consent"]'))
        input.value = '2027-01-01'
    })
    await submitBooking(page)
    expect(receiver.onlyBody).toMatchObject({
      fullName: "Ana O'Brien",
      website: '',
      additionalNotes: 'The gate code is 12',
      preferredDate: day,
    })
    expect(site.consentVersions).toEqual(['2027-01-01'])
  })

  for (const [change, expectedErrors, deployed] of [
    ['with another action key', [/\b404\b/], useAnotherActionKey],
    ['without a field that is required now', [], leaveOutBusinessName],
  ] as const)
    test.describe(change, () => {
      test.use({ expectedErrors: [...expectedErrors] })

      test('visitors are asked to reload, find every entry, and submit', async ({
        page,
        receiver,
      }) => {
        await deployed(page)
        const day = await loadReview(page)
        await page.getByLabel('Additional Notes').fill('The gate code is 12')
        await book(page).click()
        await expect(toastOf(page)).toContainText(
          'We updated this site while you were on it. Please reload the page and send the form again.',
        )
        await expectStep(page, 'additionalNotes')
        expect(receiver.received).toHaveLength(0)

        await page.unrouteAll()
        await page.reload()
        await expectStep(page, 'additionalNotes')
        await expect(page.getByLabel('Additional Notes')).toHaveValue('The gate code is 12')
        await submitBooking(page)
        expect(receiver.onlyBody).toMatchObject({
          fullName: "Ana O'Brien",
          additionalNotes: 'The gate code is 12',
          preferredDate: day,
        })
      })
    })
})

test('a build with a support contact shows it wherever a visitor may need it', {
  tag: ['@deep', '@other-build'],
}, async ({ page, browser, receiver }) => {
  const { SUPPORT_EMAIL: email, SUPPORT_PHONE: phone } = publicValues
  const site = await startSite(receiver, {}, otherBuild)
  const expectContact = async (place: Locator) => {
    await expect(place.getByRole('link', { name: email })).toHaveAttribute(
      'href',
      `mailto:${email}`,
    )
    await expect(place.getByRole('link', { name: phone })).toHaveAttribute(
      'href',
      'tel:+15095550199',
    )
  }
  // For both forms, and for redelivery in the background.
  receiver.respondWith(500, 500, 500, 500)
  await page.goto(site.url)
  await expectContact(page.getByRole('region', { name: 'Talk to us', exact: true }))
  await hydrate(page)
  const dialog = await openDialog(page, 'See AI in Action')
  await fillDialog(dialog, { ...callbackVisitor, 'Full Name': 'R2D2' })
  await submitOf(dialog).click()
  const toast = toastOf(dialog)
  await expect(toast).toContainText('Invalid input')
  await expect(toast.getByRole('link')).toHaveText(['Invalid name format'])
  await fillDialog(dialog)
  await submitOf(dialog).click()
  await expect(
    toast.getByText('Unable to submit form. Please try again or contact support.', { exact: true }),
  ).toBeVisible()
  await expectContact(toast)
  await page.evaluate(() => sessionStorage.setItem('demoStartTime', '20261205T123000'))
  await page.goto(`${site.url}/thank-you`)
  const file = await page.getByRole('link', { name: /\.ics/ }).getAttribute('href')
  expect(decodeURIComponent(String(file)).replaceAll('\r\n ', '')).toContain(
    `\\nQuestions or another time? ${email} or ${phone}\r\n`,
  )

  await page.goto(`${site.url}/book-demo`)
  const form = page.getByRole('main')
  await expectContact(form)
  await fillUntilReview(page, `${site.url}/book-demo`)
  await expectContact(form)
  await page.close()

  const plain = await browser.newPage({ javaScriptEnabled: false })
  const { hidden } = await readForm(site.url)
  const { headers, body } = leadRequest(hidden, 'native', newClientAddress())
  const init = { method: 'POST', body, headers: { ...headers, origin: site.url } }
  await plain.setContent(await (await fetch(site.url, init)).text())
  await expectContact(plain.getByRole('group', { name: 'Error' }))
  await plain.close()

  expect(site.log).not.toMatch(/PRIVACY_URL|SUPPORT_EMAIL/)
  await site.stop()
})

test('with the facts of the owner, the first screen of a phone says what the demo costs and who stands behind it, and the page has at most 10.5 screens', {
  tag: ['@deep', '@other-build'],
}, async ({ page, sharedSite }) => {
  const site = await sharedSite({}, otherBuild)
  const { name, town, sentence } = ownerFacts.person
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(site.url)
  const top = page.getByRole('region', { name: hero.headline.join('') })
  const person = top.getByRole('link', { name: `${name}, ${town}` })
  for (const shown of [
    top.getByText('Free demo, 15-30 minutes.'),
    top.getByText('From $299 a month.'),
    top.getByRole('link', { name: publicValues.DEMO_PHONE }),
    person,
  ])
    await expect(shown).toBeInViewport({ ratio: 1 })
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  expect(height).toBeLessThanOrEqual(10.5 * 844)
  await page.setViewportSize({ width: 320, height: 568 })
  await expect(top.getByRole('link', { name: publicValues.DEMO_PHONE })).toBeInViewport({
    ratio: 1,
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await person.click()
  const people = page.locator('#people')
  await expect(people.getByText(sentence)).toBeInViewport({ ratio: 1 })
  await expect(people.getByText(`“${ownerFacts.customer.quote}”`)).toBeInViewport()
  // The photos are loaded once they are needed.
  for (const photo of await people.locator('img').all()) {
    await expect(photo).toHaveJSProperty('naturalWidth', 512)
    expect(await photo.boundingBox()).toMatchObject({ width: 96, height: 96 })
  }
})
