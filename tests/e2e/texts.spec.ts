import type { Locator } from '@playwright/test'
import { consent } from '../../lib/content/consent'
import { preferredTimes } from '../../lib/forms/booking-form'
import { expect, test } from '../support/test'

/**
 * Every fixed text of the specification, exactly, and nothing else in its role. Read without scripts, as the
 * accessibility tree has it. Words that the specification leaves open are patterns.
 */

test.use({ javaScriptEnabled: false, expectedErrors: [/404/] })

const like = (pattern: RegExp) => expect.stringMatching(pattern)

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

const items = ['Features /#features', 'How It Works /#how-it-works', 'Book Demo /book-demo']
const header = [
  'Skip to the content #content',
  'Plumbing Xperience, home /',
  ...items,
  'Book Demo /book-demo',
]
const areas = ['United States', 'Spokane WA', 'Las Vegas NV']
const footer = ['On this site 2', 'Areas served 2']
const services = [
  'AI Call Handling',
  'Lead Generation',
  'Workflow Automation',
  'Chat Agent',
  'Voice AI Agent',
  'Referral Management',
  'Review Management',
  'Lead Reactivation',
].map((name) => {
  const slug = name.toLowerCase().replaceAll(' ', '-')
  return like(new RegExp(` ${name} [A-Z“].* /book-demo\\?services=${slug}$`))
})
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
const copyright = '© Plumbing Xperience'
const footerLines = ['Plumbing Xperience', like(/\.$/), copyright]

const pages: Record<string, Record<string, unknown>> = {
  '/': {
    link: [
      ...header,
      'Get Personalized Demo /book-demo',
      like(/book a demo \/book-demo$/),
      ...services,
      'Book a Demo Call /book-demo',
      'Pick a time for your demo /book-demo',
      'Book Free Demo /book-demo',
      ...items,
    ],
    button: ['See Live AI in Action', 'Call Our AI', 'Close this bar'],
    heading: [
      like(/^Never miss revenue .* 1$/),
      ...['Zero Missed Calls 2', 'Lead Generation 2', 'Workflow Automation 2'],
      ...['What do missed calls cost you? 2', like(/ 2$/)],
      ...[like(/ 3$/), like(/ 3$/), like(/ 3$/)],
      ...['Complete Business Solution 2', like(/ 2$/)],
      ...[like(/setup.*call 3$/i), 'AI answers and handles leads 3', like(/grow.* 3$/)],
      ...[like(/ 2$/), like(/ 2$/), like(/ 2$/)],
      ...footer,
    ],
    strong: ['98%', '40%', '300%'],
    listitem: [
      ...[like(/^AI: /), like(/^Caller: /), like(/^AI: /), like(/^Caller: /)],
      ...[like(/^Caller: /), like(/^AI: /)],
      ...['Mon', like(/^Tue ./), like(/^Wed ./), 'Thu', like(/^Fri ./)],
      '10 minute setup',
      '24/7 support',
      'Personalized setup included',
      ...areas,
    ],
    paragraph: expect.arrayContaining([
      like(/^Answers every call in 3 rings\. /),
      like(/^call answer rate [A-Z]/),
      like(/^more bookings [A-Z]/),
      like(/^ROI increase [A-Z]/),
      'Free demo, 15-30 minutes. Cancel anytime.',
      '5.0 customer rating · Joined by 100+ plumbers',
      'Revenue protection guarantee',
      '$10,920',
      '60 calls × 25% missed × 35% jobs × $480, times 52 weeks, divided by 12 months.',
      'Start Free Trial - 10 Min Setup',
      copyright,
    ]),
  },
  '/book-demo': {
    link: header,
    button: ['Book My Free Demo'],
    heading: [
      ...[like(/ 1$/), like(/ 2$/), like(/ 2$/), like(/ 2$/)],
      ...['Review & Submit 2', 'What Happens Next? 3'],
    ],
    textbox: [
      'Full Name',
      'Email Address',
      'Phone Number',
      'Business Name',
      'Business Description',
      'Website (optional)',
      'Other challenges',
      'Current Tools & Software (optional)',
      'Preferred Date',
      'Additional Notes (optional)',
    ],
    '/placeholder': ['Other challenges...'],
    group: ['Optional: helps us prepare your demo', 'Current Business Challenges (optional)'],
    checkbox: challenges,
    combobox: ['Preferred Time'],
    option: [like(/ selected$/), ...preferredTimes],
    status: ['Timezone Pacific Time (PST/PDT)'],
    listitem: [
      'Instant email confirmation',
      'Callback within 2 hours',
      '15-30 minute demo with ROI projections',
    ],
    paragraph: [
      ...[like(/15-30 minutes/), like(/^Your information is secure\./)],
      ...[like(/\.$/), like(/^For example https:/), like(/\.$/)],
      consent.text,
      'Plumbing Xperience',
      copyright,
    ],
  },
  '/thank-you': {
    link: [
      ...header,
      like(/^Add to Google Calendar https:\/\/calendar\.google\.com\/\S+&dates=&/),
      'Back to Home /',
      ...items,
    ],
    heading: [
      'Demo Booked Successfully! 1',
      ...['Demo ticket 2', 'Next steps 2'],
      ...['Confirmation call 3', 'Personalized demo 3', 'Custom solution 3'],
      ...footer,
    ],
    term: ['Day', 'Time', 'Length', 'Cost'],
    definition: ['The day you picked', 'We’ll confirm it', '15-30 minutes', 'Free'],
    listitem: areas,
    paragraph: [
      'We’ll contact you within 2 hours to confirm.',
      'We can’t show your time here. We’ll call to confirm it.',
      ...[like(/^Within 2 hours\./), like(/^15-30 minutes, /), like(/ROI/)],
      ...footerLines,
    ],
  },
  '/nowhere': {
    link: [...header, 'Back to the home page /', ...items],
    heading: ['Oops! Page not found 1', ...footer],
    listitem: areas,
    paragraph: [like(/\.$/), like(/\w/), 'No such address', ...footerLines],
  },
}

for (const [path, texts] of Object.entries(pages))
  test(`${path} has its fixed texts`, async ({ page }) => {
    await page.goto(path)
    expect(await read(page.locator('body'))).toMatchObject(texts)
  })

test('the landing page says each claim once', async ({ page }) => {
  await page.goto('/')
  const text = await page.getByRole('main').ariaSnapshot()
  for (const claim of ['98%', '40%', '300%', '3 rings', '5.0', '100+', '24/7', 'Cancel anytime'])
    expect(text.split(claim), claim).toHaveLength(2)
  for (const claim of [/personalized setup/gi, /guarantee/gi, /10 minute/gi])
    expect(text.match(claim)).toHaveLength(1)
})

test('the steps of “How It Works” and the next steps of a booking have their numbers', async ({
  page,
}) => {
  for (const path of ['/', '/thank-you']) {
    await page.goto(path)
    const numbers = page.locator('ol > li > .gauge').filter({ visible: true })
    await expect(numbers).toHaveText(['1', '2', '3'])
  }
})

test('the dialogs, the menu and the bar of a phone have their fixed texts', async ({ page }) => {
  await page.goto('/')
  const callback = async (opener: string, title: string) => {
    await page.getByRole('button', { name: opener, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: title, exact: true })
    const { heading, textbox, button } = await read(dialog)
    await dialog.getByRole('button', { name: 'Close' }).click()
    return { heading, textbox, button }
  }
  const name = 'Full Name'
  const button = ['Close', 'Get a Call']
  expect(await callback('See Live AI in Action', 'See AI in Action')).toEqual({
    heading: ['See AI in Action 2'],
    textbox: [name, 'Phone Number', 'Email Address', 'Business Name'],
    button,
  })
  expect(await callback('Call Our AI', 'Call Our AI')).toEqual({
    heading: ['Call Our AI 2'],
    textbox: [name, 'Phone Number', 'Business Name'],
    button,
  })
  await page.setViewportSize({ width: 390, height: 844 })
  const bar = page.getByRole('complementary')
  expect((await read(bar)).button).toEqual(['Chat', 'Close this bar'])
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  expect((await read(page.locator('#menu'))).link).toEqual([...items, 'Get Started /book-demo'])
})
