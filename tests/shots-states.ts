import { TZDate } from '@date-fns/tz'
import type { Locator, Page } from '@playwright/test'
import { addDays, format } from 'date-fns'
import { pacific } from '../lib/pacific'
import { fillCallback } from './support/callback'
import { untilSubmissionId } from './support/hydration'
import { toastOf } from './support/toast'

/** Valid entries. The webhook rejects a lead whose name contains "Falls". */
const visitor = {
  fullName: 'Ana O’Brien',
  email: 'ana@ruizplumbing.com',
  phoneNumber: '509-555-0147',
  businessName: 'Ruiz & Sons Plumbing',
  businessDescription: 'Two trucks, drains and water heaters, all of Spokane.',
  website: 'https://ruizplumbing.com',
  challenges: ['Missed calls after hours', 'Increasing online reviews'],
  currentTools: 'Paper, pen and a whiteboard',
  preferredDate: format(addDays(new TZDate(Date.now(), pacific), 6), 'yyyy-MM-dd'),
  preferredTime: '12:30 PM',
  interestedServices: ['ai-call-handling', 'review-management'],
}
const newYork = 'America/New_York'
const newYorkTime = '3:30 PM'

export type State = {
  path: string
  /** Brings the page into this state and waits until the page shows it. */
  reach?: (page: Page) => Promise<unknown>
  /** Takes the visible part instead of the whole page. */
  visiblePart?: boolean
  /** Keeps animations. All other screenshots reduce motion. */
  animated?: boolean
  scripts?: boolean
  largeText?: boolean
  zone?: string
  /** Only on screens narrower than this. */
  below?: number
  /** The content of sessionStorage. */
  stored?: Record<string, string>
}

const onLanding = (reach: State['reach'], more: Partial<State> = {}): State => ({
  path: '/',
  visiblePart: true,
  reach,
  ...more,
})
const ticket = (page: Page, text: string) =>
  page.locator('[data-slot=ticket]').filter({ hasText: text })
const section = (page: Page, step: number) => page.locator(`[aria-labelledby=step-${step}]`)

/** By name. */
export const states: Record<string, State> = {
  landing: { path: '/' },
  'landing-text-200': { path: '/', largeText: true },
  'landing-no-script': { path: '/', scripts: false },
  'landing-mid-call': onLanding(seekCall, { animated: true }),
  'landing-faq-open': onLanding(async (page) => {
    const closed = page.locator('details:not([open])')
    for (let count = await closed.count(); count > 0; count--)
      await closed.last().locator('summary').click()
    await closed.waitFor({ state: 'detached' })
  }),
  'landing-calculated': onLanding(async (page) => {
    await page.locator('#loss-calls').fill('120')
    await page.locator('#loss-price').fill('1200')
    await page.getByText('$54,600', { exact: true }).scrollIntoViewIfNeeded()
  }),
  menu: onLanding(
    async (page) => {
      await page.getByRole('button', { name: 'Menu' }).click()
      await page.locator('#menu').waitFor()
    },
    { below: 768 },
  ),
  bar: onLanding(scrollToBar),
  dialog: onLanding(openDialog),
  'dialog-text-200': onLanding(openDialog, { largeText: true }),
  'dialog-filled': onLanding((page) => fillDialog(page, visitor.fullName)),
  'dialog-invalid': onLanding((page) => submitDialog(page, 'R2D2')),
  'dialog-failed': onLanding((page) => submitDialog(page, 'Ana Falls')),
  'dialog-success': onLanding(async (page) => {
    await submitDialog(page, visitor.fullName)
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  }),
  'dialog-bar': onLanding(async (page) => {
    const bar = await scrollToBar(page)
    await bar.getByRole('button', { name: /Chat|Call Our AI/ }).click()
    await page.getByRole('dialog').waitFor()
  }),
  'book-1': { path: '/book-demo', reach: otherStepsHidden },
  'book-1-errors': {
    path: '/book-demo',
    async reach(page) {
      await untilSubmissionId(page.locator('main form'))
      await page.getByLabel('Full Name').fill('R2D2')
      await page.getByLabel('Email Address').fill('ana')
      await page.getByLabel('Phone Number').fill('123')
      await page.getByLabel('Full Name').focus()
      for (const field of ['fullName', 'email', 'phoneNumber'])
        await page.locator(`#${field}-error`).waitFor()
    },
  },
  'book-2': draft(2),
  'book-2-counter': draft(2, { businessDescription: 'Drains. '.repeat(120) }, (page) =>
    page.locator('[data-slot=counter]').waitFor(),
  ),
  'book-3': draft(3, { preferredDate: '', preferredTime: '' }),
  'book-3-calendar': {
    ...draft(3, {}, async (page) => {
      await page.getByRole('button', { name: 'Preferred Date' }).click()
      await page.locator('#calendar').getByRole('grid').waitFor()
    }),
    visiblePart: true,
  },
  'book-3-local-time': {
    ...draft(3, {}, (page) => section(page, 3).getByText(newYorkTime).waitFor()),
    zone: newYork,
  },
  'book-4': {
    ...draft(4, {}, (page) => section(page, 4).getByText(newYorkTime).waitFor()),
    zone: newYork,
  },
  'book-4-text-200': { ...draft(4), largeText: true },
  'book-4-invalid': draft(4, { fullName: 'R2D2', website: 'none' }, (page) =>
    section(page, 4).locator('dd .text-wrong').nth(1).waitFor(),
  ),
  'book-4-failed': {
    ...draft(4, { fullName: 'Ana Falls' }, async (page) => {
      await page.getByRole('button', { name: 'Book My Free Demo' }).click()
      await toastOf(page).waitFor()
    }),
    visiblePart: true,
  },
  'book-no-script': { path: '/book-demo', scripts: false },
  'thank-you': {
    ...booked((page) => ticket(page, newYorkTime).waitFor()),
    zone: newYork,
  },
  'thank-you-unknown': {
    path: '/thank-you',
    reach: (page) => page.locator('[data-slot=ticket] dl[class=ticket-rows]').waitFor(),
  },
  'not-found': { path: '/no/such/page' },
  error: booked(async (page) => {
    await page.addInitScript(() => {
      Date.prototype.toISOString = () => {
        throw new Error('broken for the screenshot')
      }
    })
    await page.reload()
    await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor()
  }),
}

/** Pauses the example call in the middle of its eight seconds. */
async function seekCall(page: Page) {
  const call = page.getByRole('figure', { name: /^Example/ })
  await call.scrollIntoViewIfNeeded()
  await call.hover()
  await call.getByRole('button', { name: 'Pause' }).waitFor()
  await call.evaluate((figure) => {
    for (const animation of figure.getAnimations({ subtree: true })) {
      animation.pause()
      animation.currentTime = 4600
    }
  })
}

async function scrollToBar(page: Page): Promise<Locator> {
  await page.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }))
  const bar = page.getByRole('complementary')
  await bar.waitFor()
  return bar
}

async function openDialog(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'See Live AI in Action' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  return dialog
}

async function fillDialog(page: Page, name: string): Promise<Locator> {
  const dialog = await openDialog(page)
  const { phoneNumber: phone, email, businessName } = visitor
  await fillCallback(dialog, { name, phone, email, businessName })
  return dialog
}

async function submitDialog(page: Page, name: string) {
  const dialog = await fillDialog(page, name)
  await untilSubmissionId(dialog)
  await dialog.getByRole('button', { name: 'Get a Call' }).click()
  await toastOf(page).waitFor()
}

/** The booking page with a restored draft, at one of its steps. */
function draft(
  step: number,
  change: Partial<typeof visitor> = {},
  reach?: (page: Page) => Promise<unknown>,
): State {
  const entries = { ...visitor, ...change }
  return {
    path: '/book-demo',
    stored: { bookingDraft: JSON.stringify({ step, entries }) },
    async reach(page) {
      await section(page, step).waitFor()
      await otherStepsHidden(page)
      // The ticket and the review show the entries once the draft is restored.
      await ticket(page, entries.fullName).waitFor({ state: 'attached' })
      await reach?.(page)
    },
  }
}

/** Until hydration an animation hides the other steps. A picture takes it to its end, where they show. */
function otherStepsHidden(page: Page) {
  return page.locator('main form section[hidden]').nth(2).waitFor({ state: 'attached' })
}

function booked(reach: State['reach']): State {
  const demoStartTime = `${visitor.preferredDate.replaceAll('-', '')}T123000`
  const { fullName: demoName, businessName: demoBusiness } = visitor
  return { path: '/thank-you', stored: { demoStartTime, demoName, demoBusiness }, reach }
}
