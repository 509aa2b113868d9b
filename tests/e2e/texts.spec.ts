import type { Locator } from '@playwright/test'
import { expect, test } from '../support/browser/test'

/**
 * The texts that the specification fixes, except the claims (tests/unit/claims.test.tsx). Only this file repeats them: a text
 * is changed here only if the specification changes. All other tests import their words from lib/content, or find elements by their role. Read without scripts, as the
 * accessibility tree has them. Words between them are free.
 */

test.use({ javaScriptEnabled: false, expectedErrors: [/404/] })

/** The names or texts of all elements in their order, by role. A link ends with its target, a heading with its level. */
async function read(part: Locator): Promise<Record<string, string[]>> {
  const tree = (await part.ariaSnapshot()).replaceAll(/:\n +- \/url: "?(.*?)"?$/gm, ' $1')
  const found: Record<string, string[]> = {}
  for (const [, role = '', name = '', rest = ''] of tree.matchAll(
    /^ *- '?(\/?\w+)(?: "((?:[^"\\]|\\.)*)")?([^\n]*)/gm,
  )) {
    const text = rest.replace(/^ \[(?:level=)?(\w+)\]|^'?:? ?"?|"?:?$/g, ' $1')
    const words = `${name}${text}`.trim()
    if (words) found[role] = [...(found[role] ?? []), words]
  }
  return found
}

/** A text is the whole one, or the pattern of one. */
function expectInOrder(
  found: Record<string, string[]>,
  fixed: Record<string, (string | RegExp)[]>,
) {
  for (const [role, texts] of Object.entries(fixed)) {
    let rest = found[role] ?? []
    const missing = texts.filter((text) => {
      const index = rest.findIndex((each) =>
        typeof text === 'string' ? each === text : text.test(each),
      )
      if (index >= 0) rest = rest.slice(index + 1)
      return index < 0
    })
    expect(missing, `${role}, in this order, of ${found[role]?.join(' | ')}`).toEqual([])
  }
}

const items = ['Features /#features', 'How It Works /#how-it-works', 'Book Demo /book-demo']
const header = [...items, 'Book Demo /book-demo']
const services = [
  'AI Call Handling',
  'Lead Generation',
  'Workflow Automation',
  'Chat Agent',
  'Voice AI Agent',
  'Referral Management',
  'Review Management',
  'Lead Reactivation',
].map((name) => new RegExp(` ${name} .* /book-demo\\?services=`))

const challenges = [
  'Missed calls after hours',
  'Booking appointments manually',
  'Following up with leads',
  'Generating qualified leads',
  'Managing customer inquiries',
  'Automating routine tasks',
  'Increasing online reviews',
  'Manage referrals',
]

const times = ['12:00 PM', '12:30 PM', '1:00 PM', '1:30 PM', '2:00 PM', '2:30 PM', '3:00 PM']

const pages: Record<string, Record<string, (string | RegExp)[]>> = {
  '/': {
    link: [
      ...header,
      'Get Personalized Demo /book-demo',
      ...services,
      'Book a Demo Call /book-demo',
      'Book Free Demo /book-demo',
    ],
    button: ['See Live AI in Action', 'Call Our AI'],
    heading: [
      /revenue.* 1$/,
      ...['Zero Missed Calls 2', 'Lead Generation 2', 'Workflow Automation 2'],
      'Complete Business Solution 2',
      ...[/setup.*call 3$/i, 'AI answers and handles leads 3', /grow.* 3$/],
    ],
    listitem: ['United States', 'Spokane, WA', 'Las Vegas, NV'],
    paragraph: [/15-30 minutes/, 'Start Free Trial - 10 Min Setup'],
  },
  '/book-demo': {
    link: header,
    button: ['Book My Free Demo'],
    heading: ['Review & Submit 2', 'What Happens Next? 3'],
    textbox: [
      'Full Name',
      'Email Address',
      'Phone Number',
      'Business Name',
      'Business Description',
      /^Website/,
      /^Current Tools & Software/,
      'Preferred Date',
      /^Additional Notes/,
    ],
    '/placeholder': ['Other challenges...'],
    group: [/^Current Business Challenges/],
    checkbox: challenges,
    combobox: ['Preferred Time'],
    option: times,
    status: ['Timezone Pacific Time (PST/PDT)'],
    listitem: [
      'Instant email confirmation',
      'Callback within 2 hours',
      '15-30 minute demo with ROI projections',
    ],
    paragraph: [/information is secure/],
  },
  '/thank-you': {
    link: [...header, 'Back to Home /'],
    heading: [
      'Demo Booked Successfully! 1',
      ...['Confirmation call 3', 'Personalized demo 3', 'Custom solution 3'],
    ],
    paragraph: [/within 2 hours to confirm/],
  },
  '/nowhere': {
    link: [...header, / \/$/],
    heading: ['Oops! Page not found 1'],
  },
}

test('every page has its fixed texts and numbers, and a form no other challenges and times', async ({
  page,
}) => {
  const numbers = page.locator('ol > li > .gauge:not([aria-hidden])').filter({ visible: true })
  for (const [path, texts] of Object.entries(pages)) {
    await page.goto(path)
    expectInOrder(await read(page.locator('body')), texts)
    if (path === '/' || path === '/thank-you') await expect(numbers).toHaveText(['1', '2', '3'])
    if (path !== '/book-demo') continue
    await expect(page.getByRole('checkbox')).toHaveCount(challenges.length)
    await expect(page.locator('#preferredTime option:not([value=""])')).toHaveText(times)
  }
})

test('the dialogs, the menu and the bar of a phone have their fixed texts', async ({ page }) => {
  await page.goto('/')
  const callback = async (opener: string, title: string) => {
    await page.getByRole('button', { name: opener, exact: true }).first().click()
    const dialog = page.getByRole('dialog', { name: title, exact: true })
    const { heading, textbox = [], button = [] } = await read(dialog)
    await dialog.getByRole('button').first().click()
    return { heading, textbox, submit: button.at(-1) }
  }
  const submit = 'Get a Call'
  expect(await callback('See Live AI in Action', 'See AI in Action')).toEqual({
    heading: ['See AI in Action 2'],
    textbox: ['Full Name', 'Phone Number', 'Email Address', 'Business Name'],
    submit,
  })
  expect(await callback('Call Our AI', 'Call Our AI')).toEqual({
    heading: ['Call Our AI 2'],
    textbox: ['Full Name', 'Phone Number', 'Business Name'],
    submit,
  })
  await page.setViewportSize({ width: 390, height: 844 })
  expectInOrder(await read(page.getByRole('complementary')), { button: ['Chat'] })
  await page.locator('[popovertarget=menu]').click()
  expectInOrder(await read(page.locator('#menu')), { link: [...items, 'Get Started /book-demo'] })
})
