import { expect, test } from '../support/test'

/**
 * Every fixed text of the specification, in the role it has, exactly. Read without scripts, so that the dialogs and all
 * steps of the booking are in the page.
 */

test.use({ javaScriptEnabled: false, expectedErrors: [/404/] })

type Role = Parameters<import('@playwright/test').Page['getByRole']>[0]
type Row = [role: Role, name: string, count?: number]

const navigation: Row[] = [
  ['link', 'Plumbing Xperience, home', 1],
  ['link', 'Book Demo', 4],
  ['button', 'Menu'],
  ['link', 'Get Started'],
]

const pages: Record<string, Row[]> = {
  '/': [
    ...navigation,
    ['link', 'Features', 3],
    ['link', 'How It Works', 3],
    ['heading', 'Zero Missed Calls'],
    ['link', 'Get Personalized Demo'],
    ['button', 'See Live AI in Action'],
    ['dialog', 'See AI in Action'],
    ['dialog', 'Call Our AI'],
    ['textbox', 'Full Name', 2],
    ['textbox', 'Phone Number', 2],
    ['textbox', 'Email Address'],
    ['textbox', 'Business Name', 2],
    ['button', 'Get a Call', 2],
    ['heading', 'Complete Business Solution'],
    ['link', 'Book a Demo Call'],
    ['link', 'Book Free Demo'],
  ],
  '/book-demo': [
    ...navigation,
    ['textbox', 'Full Name'],
    ['textbox', 'Email Address'],
    ['textbox', 'Phone Number'],
    ['textbox', 'Business Name'],
    ['textbox', 'Business Description'],
    ['combobox', 'Preferred Time'],
    ['status', 'Timezone'],
    ['heading', 'What Happens Next?'],
    ['button', 'Book My Free Demo'],
    ['option', '12:00 PM'],
    ['option', '12:30 PM'],
    ['option', '1:00 PM'],
    ['option', '1:30 PM'],
    ['option', '2:00 PM'],
    ['option', '2:30 PM'],
    ['option', '3:00 PM'],
    ['checkbox', 'Missed calls after hours'],
    ['checkbox', 'Booking appointments manually'],
    ['checkbox', 'Following up with leads'],
    ['checkbox', 'Generating qualified leads'],
    ['checkbox', 'Managing customer inquiries'],
    ['checkbox', 'Automating routine tasks'],
    ['checkbox', 'Increasing online reviews'],
    ['checkbox', 'Manage referrals'],
  ],
  '/thank-you': [
    ...navigation,
    ['heading', 'Demo Booked Successfully!'],
    ['link', 'Add to Google Calendar'],
    ['link', 'Back to Home'],
  ],
  '/nowhere': [...navigation, ['heading', 'Oops! Page not found']],
}

/** Texts without a role of their own. */
const texts: Record<string, string[]> = {
  '/': [
    'Start Free Trial - 10 Min Setup',
    '10 minute setup',
    'Cancel anytime',
    '24/7 support',
    '5.0 customer rating',
    'Joined by 100+ plumbers',
    'Personalized setup included',
    'Revenue protection guarantee',
  ],
  '/book-demo': [
    'Pacific Time (PST/PDT)',
    'Instant email confirmation',
    'Callback within 2 hours',
    '15-30 minute demo with ROI projections',
  ],
  '/thank-you': ['We’ll contact you within 2 hours to confirm.'],
  '/nowhere': [],
}

for (const [path, rows] of Object.entries(pages))
  test(`${path} has its fixed texts`, async ({ page }) => {
    await page.goto(path)
    for (const [role, name, count = 1] of rows)
      await expect
        .soft(page.getByRole(role, { name, exact: true, includeHidden: true }), `${role} “${name}”`)
        .toHaveCount(count)
    for (const text of texts[path] ?? [])
      await expect.soft(page.getByText(text, { exact: true }), text).toHaveCount(1)
    if (path === '/book-demo')
      await expect
        .soft(page.getByPlaceholder('Other challenges...', { exact: true }))
        .toHaveCount(1)
  })
