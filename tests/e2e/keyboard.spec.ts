import type { Locator, Page } from '@playwright/test'
import { dialogs } from '../../lib/content/callback'
import {
  calculator,
  closingCta,
  faq,
  features,
  hero,
  howItWorks,
  proof,
} from '../../lib/content/landing'
import { footer, nav } from '../../lib/content/layout'
import { pageWords } from '../../lib/content/pages'
import { zone } from '../../lib/dates/zone'
import { site as product } from '../../lib/site'
import { untilHydrated } from '../support/browser/scripts'
import { expect, test } from '../support/browser/test'
import {
  book,
  bookingBody,
  expectStep,
  next,
  requiredFields,
  summaryOf,
  visitor,
} from '../support/visitor/booking'
import { openerOf, toastOf } from '../support/visitor/callback'

// Elsewhere a visitor also hears the local time.
test.use({ timezoneId: zone.id })

/** Presses a key until the target has the focus. */
async function pressUntilFocused(page: Page, key: string, target: Locator) {
  const focused = () => target.evaluate((element) => element === document.activeElement)
  for (let presses = 0; presses < 60 && !(await focused()); presses++)
    await page.keyboard.press(key)
  await expect(target).toBeFocused()
}

/** Presses a key once Tab has moved the focus to the target. */
async function pressOn(target: Locator, key: 'Enter' | 'Space') {
  await pressUntilFocused(target.page(), 'Tab', target)
  await target.page().keyboard.press(key)
}

async function type(page: Page, label: string, text: string) {
  await pressUntilFocused(page, 'Tab', page.getByLabel(label).filter({ visible: true }))
  await page.keyboard.type(text)
}

test('a screen reader user finds the landmarks and headings in order', async ({ page }) => {
  await page.goto('/')
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - banner:
      - link "Skip to the content"
      - navigation "Main":
        - link "${nav.brandLabel(product.name)}"
        - list:
          - listitem:
            - link "Features"
          - listitem:
            - link "How It Works"
          - listitem:
            - link "Book Demo"
    - main:
      - region "${hero.headline.join('')}"
      - region "${proof.title}"
      - region "${calculator.title}"
      - region "${features.title}"
      - region "${howItWorks.title}"
      - region "${faq.title}"
      - region "${closingCta.title}"
    - contentinfo:
      - region "${footer.linksTitle}"
      - region "${footer.areasTitle}"
  `)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Get Personalized Demo' })).toBeFocused()
})

test('a keyboard user opens the menu, closes it, and follows a link', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  const menu = page.getByRole('button', { name: 'Menu' })
  await pressOn(menu, 'Enter')
  await page.keyboard.press('Tab')
  await expect(page.locator('#menu').getByRole('link', { name: 'Features' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.locator('#menu')).toBeHidden()
  await expect(menu).toBeFocused()
  await page.keyboard.press('Enter')
  await pressOn(page.locator('#menu').getByRole('link', { name: 'How It Works' }), 'Enter')
  await expect(page).toHaveURL(/#how-it-works$/)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Book a Demo Call' })).toBeFocused()
})

test('a keyboard user requests a callback, hears the errors, corrects them, and submits', async ({
  page,
  receiver,
}) => {
  await page.goto('/')
  const opener = openerOf(page, 'See AI in Action')
  await pressOn(opener, 'Enter')
  const dialog = page.getByRole('dialog', { name: 'See AI in Action' })
  // So that a screen reader says the name of the dialog and what describes it.
  await expect(dialog.getByRole('heading')).toBeFocused()
  await expect(dialog).toHaveAccessibleDescription(dialogs['see-ai-in-action'].text)
  await untilHydrated(page)
  await type(page, 'Full Name', 'R2D2')
  await type(page, 'Phone Number', '123')
  await type(page, 'Email Address', 'ana@ruiz.com')
  await type(page, 'Business Name', 'Ruiz')
  await page.keyboard.press('Enter')

  const problem = dialog.getByRole('group', { name: 'Invalid input' })
  await expect(problem).toBeFocused()
  await expect(problem).toHaveAccessibleDescription(
    'Invalid name format, Invalid phone number format',
  )
  // Otherwise a screen reader would say it twice.
  await expect(problem.locator('xpath=..')).not.toHaveAttribute('aria-live')
  await expect(page).toHaveTitle(/^Error: /)
  const toast = toastOf(page)
  await expect(dialog).toMatchAriaSnapshot(`
    - heading "See AI in Action" [level=2]
    - button "Close"
    - textbox "Full Name" [invalid]: R2D2
    - textbox "Phone Number" [invalid]: "123"
    - textbox "Email Address": ana@ruiz.com
    - textbox "Business Name": Ruiz
    - group "Invalid input":
      - paragraph: Invalid input
      - paragraph:
        - link "Invalid name format"
        - link "Invalid phone number format"
      - button "Dismiss this message"
    - button "Get a Call"
  `)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('Ana Ruiz')
  await expect(problem.getByRole('link')).toHaveText(['Invalid phone number format'])
  await type(page, 'Phone Number', visitor.phoneNumber)
  await expect(problem).toHaveCount(0)
  await expect(page).toHaveTitle(pageWords['/'].title)
  await page.keyboard.press('Enter')
  await expect(toast).toContainText('Success!')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
  // The button that dismisses the ticket is the last one of the page.
  await page.keyboard.press('Escape')
  await expect(toast).toHaveCount(0)
  await expect(opener).toBeFocused()
  await expect(page).toHaveTitle(pageWords['/'].title)
  expect(receiver.onlyBody.Name).toBe('Ana Ruiz')
})

test('a keyboard user books a demo, hears every step, and corrects a rejected entry', async ({
  page,
  receiver,
}) => {
  await page.goto('/book-demo')
  await type(page, 'Full Name', 'R2D2')
  // Nothing while it is typed. A live region, so a screen reader says it when the field is left.
  const said = page.locator('div:has(> progress) + [role=status]')
  await expect(said).toHaveText('')
  await page.keyboard.press('Tab')
  await expect(said).toHaveText('1 entry to change: Full Name.')
  await type(page, 'Email Address', visitor.email)
  await type(page, 'Phone Number', visitor.phoneNumber)
  await page.keyboard.press('Enter')

  await expect(page.locator('#step-2')).toBeFocused()
  // What a screen reader says of the step.
  await expect(page.locator('#step-2')).toHaveAccessibleName(
    '1 entry to change: Full Name. Step 2 of 4: Tell us about your business',
  )
  await type(page, 'Business Name', visitor.businessName)
  for (const { label, value } of requiredFields(2).slice(1)) await type(page, label, value)
  await pressOn(page.getByRole('checkbox', { name: 'Missed calls after hours' }), 'Space')
  await pressOn(next(page), 'Enter')

  await expect(page.locator('#step-3')).toBeFocused()
  const opener = page.getByRole('button', { name: 'Preferred Date' })
  await pressOn(opener, 'Enter')
  const calendar = page.getByRole('dialog', { name: 'Pick a date' })
  await expect(calendar.locator('button:focus')).toBeVisible()
  const month = (await calendar.getByRole('status').textContent()) ?? ''
  await expect(calendar.getByRole('grid', { name: month })).toBeVisible()
  await page.keyboard.press('PageDown')
  await expect(calendar.getByRole('status')).not.toHaveText(month)
  await page.keyboard.press('ArrowRight')
  // What a screen reader says of the button when it gets the focus.
  await opener.evaluate((button) =>
    button.addEventListener('focus', () =>
      button.setAttribute('data-said', String(button.textContent)),
    ),
  )
  const day = (await calendar.locator('button:focus').getAttribute('aria-label')) ?? ''
  expect(day).toMatch(/^\w+day, \w+\s\d+, \d+$/)
  await page.keyboard.press('Enter')
  await expect(calendar).toBeHidden()
  await expect(opener).toBeFocused()
  await expect(opener).toHaveAttribute('data-said', day)
  await expect(opener).toHaveAccessibleName(`Preferred Date ${day}`)
  // With its own id, some screen readers say the label twice.
  await expect(opener).not.toHaveAttribute('aria-labelledby', /preferredDate$/)
  await pressUntilFocused(page, 'Tab', page.getByLabel('Preferred Time'))
  await page.keyboard.type('1:00')
  await pressOn(next(page), 'Enter')

  const review = page.locator('#step-4')
  await expect(review).toBeFocused()
  await expect(review).toHaveAccessibleName(
    '1 entry to change: Full Name. Step 4 of 4: Review & Submit',
  )
  const change = (label: string) => page.getByRole('button', { name: `Change ${label}` })
  // It stands beside the button, so a description would say it twice.
  await expect(summaryOf(page)).toContainText("Letters, spaces, and ' . - only.")
  await expect(change('Full Name')).toHaveAccessibleDescription('')
  await pressUntilFocused(page, 'Shift+Tab', change('Full Name'))
  await page.keyboard.press('Enter')
  await expectStep(page, 'fullName')
  const name = page.getByLabel('Full Name')
  await expect(name).toBeFocused()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('Ana Ruiz')
  await pressOn(next(page), 'Enter')
  await expect(review).toHaveAccessibleName('Step 4 of 4: Review & Submit')
  await pressOn(book(page), 'Enter')

  await expect(page).toHaveURL(/\/thank-you$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByRole('link', { name: /\.ics/ })).toBeVisible()
  expect(receiver.onlyBody).toEqual(
    bookingBody({
      fullName: 'Ana Ruiz',
      challenges: 'Missed calls after hours',
      preferredDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      preferredTime: '1:00 PM',
    }),
  )
})
