// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { bookDemo } from '@/app/actions'
import { Wizard } from '@/components/booking/wizard'
import { owner } from '@/lib/content/owner'
import { closedDays } from '@/lib/dates/bookable-days'
import {
  autofill,
  button,
  close,
  control,
  open,
  press,
  type,
  waitToResubmit,
} from '../../support/dom/dom'

vi.mock('@/app/actions', () => ({ bookDemo: vi.fn(), requestCallback: vi.fn() }))

beforeEach(() => {
  waitToResubmit()
  sessionStorage.clear()
  localStorage.clear()
  history.replaceState(null, '', '/book-demo')
})

const { callingHours } = owner

afterEach(async () => {
  await close()
  owner.callingHours = callingHours
  closedDays.length = 0
  vi.useRealTimers()
})

const openWizard = () =>
  open(<Wizard title="Book" blankTicket={null} secure={null} whatNext={null} consent={null} />)

const entries = [
  { fullName: 'Ana Ruiz', email: 'ana@example.com', phoneNumber: '509-555-0123' },
  { businessName: 'Ruiz Plumbing', businessDescription: 'Repairs' },
  { preferredTime: '1:30 PM' },
]

/** The title of the step that is shown. */
const shownStep = () =>
  [...document.querySelectorAll('section:not([hidden]) > h2 > span:last-child')].map(
    ({ textContent }) => textContent,
  )

const titles = [
  'Who are we calling?',
  'Tell us about your business',
  'When works for you?',
  'Review & Submit',
]

/** The first that can be booked. */
async function pickDay() {
  await press('Pick a date')
  await vi.waitFor(() => {
    const day = document.querySelector<HTMLButtonElement>('td button:not([disabled])')
    if (!day) throw new Error('No calendar')
    day.click()
  }, 20_000)
}

async function fillStepsBefore(last: number) {
  await expect.poll(shownStep).toEqual([titles[0]])
  for (const [index, fields] of entries.slice(0, last - 1).entries()) {
    for (const [name, value] of Object.entries(fields)) type(name, value)
    if (index === 2) await pickDay()
    await press('Next Step')
    await expect.poll(shownStep).toEqual([titles[index + 1]])
  }
}

it('a change of an entry of the review returns to the review', async () => {
  openWizard()
  await fillStepsBefore(4)
  await press('Change Business Name')
  await expect.poll(shownStep).toEqual([titles[1]])
  expect(document.activeElement?.id).toBe('businessName')
  await press('Next Step')
  await expect.poll(shownStep).toEqual([titles[3]])
})

it('the first day of the calendar comes after the promised call, by the calling hours', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T20:00-08:00') })
  owner.callingHours = { days: 'Monday to Friday', from: 8, to: 18 }
  openWizard()
  await fillStepsBefore(3)
  await pickDay()
  const picked = document.getElementById('preferredDate-value')
  await expect.poll(() => picked?.textContent).toBe('Tuesday, November\u00a024, 2026')
})

it('late in a month, the calendar begins with the first week that has days left, and names the next month on its first day', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-28T12:00-08:00') })
  openWizard()
  await fillStepsBefore(3)
  await press('Pick a date')
  const weeks = () =>
    [...document.querySelectorAll('tbody tr')].flatMap(({ children }) => {
      const days = [...children].map(({ textContent }) => textContent)
      return days.some(Boolean) ? days.join() : []
    })
  const days = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index).join()
  await expect.poll(weeks).toEqual([`29,30,Dec 1,${days(2, 5)}`, days(6, 12)])
  document.querySelector<HTMLElement>('nav button:last-child')?.click()
  await expect
    .poll(weeks)
    .toEqual([`,,${days(1, 5)}`, days(6, 12), days(13, 19), days(20, 26), `${days(27, 31)},,`])
})

it('the ticket beside the form leaves out an entry while its field shows an error', async () => {
  openWizard()
  await expect.poll(shownStep).toEqual([titles[0]])
  const called = () =>
    [...document.querySelectorAll('dl > div')]
      .map(({ textContent }) => textContent)
      .filter((row) => row?.startsWith('We’ll call'))
  type('phoneNumber', '509-555')
  await expect.poll(called, { timeout: 20_000 }).toEqual(['We’ll call: 509-555'])
  control('email').focus()
  await expect.poll(called).toEqual(['We’ll call: \u00a0'])
  expect(control('phoneNumber').getAttribute('aria-describedby')).toBe('phoneNumber-error')
  type('phoneNumber', '509-555-0123')
  await expect.poll(called).toEqual(['We’ll call: 509-555-0123'])
})

it('a reload keeps the step, and what was entered', async () => {
  openWizard()
  await fillStepsBefore(3)
  await expect.poll(() => sessionStorage.getItem('bookingDraft')).toContain('"step":3')
  await close()
  openWizard()
  await expect.poll(shownStep).toEqual([titles[2]])
  expect([control('fullName').value, control('businessName').value]).toEqual([
    'Ana Ruiz',
    'Ruiz Plumbing',
  ])
})

it('an autofill without events enables Next at the next touch', async () => {
  openWizard()
  await expect.poll(() => button('Next Step').disabled).toBe(true)
  for (const [name, value] of Object.entries(entries[0] ?? {})) autofill(name, value)
  control('email').dispatchEvent(new Event('pointerdown', { bubbles: true }))
  await expect.poll(() => button('Next Step').disabled).toBe(false)
})

it('each input takes as many characters as the specification says, and tells a phone which keyboard to show', async () => {
  openWizard()
  await expect.poll(shownStep).toEqual([titles[0]])
  const inputs = [...document.querySelectorAll<HTMLInputElement>('[maxlength]')]
  expect(Object.fromEntries(inputs.map(({ name, maxLength }) => [name, maxLength]))).toEqual({
    fullName: 100,
    email: 254,
    phoneNumber: 20,
    businessName: 100,
    businessDescription: 1000,
    website: 500,
    customChallenge: 500,
    currentTools: 500,
    additionalNotes: 2000,
  })
  const hints = ['inputmode', 'autocomplete', 'enterkeyhint']
  const ofPhone = inputs.slice(0, 3).map((input) => hints.map((name) => input.getAttribute(name)))
  expect(ofPhone).toEqual([
    [null, 'name', 'next'],
    ['email', 'email', 'next'],
    ['tel', 'tel', 'next'],
  ])
  type('phoneNumber', '1'.repeat(40))
  expect(control('phoneNumber').value).toBe('1'.repeat(20))
})

it('the calendar offers no closed day, and a stored one is an error that names the next day that is open', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-26T12:00-08:00') })
  openWizard()
  await fillStepsBefore(3)
  await pickDay()
  await expect.poll(() => sessionStorage.getItem('bookingDraft')).toContain('2026-11-27')
  await close()
  closedDays.push('fri', '2026-11-30')
  openWizard()
  const error = () => document.getElementById('preferredDate-error')?.textContent
  await expect
    .poll(error)
    .toBe(
      'Preferred Date is a day on which we are closed: the next open day is Saturday, November\u00a028, 2026.',
    )
  await press('Friday, November\u00a027, 2026')
  const offered = () =>
    [...document.querySelectorAll('td button:not([disabled])')].map(
      ({ textContent }) => textContent,
    )
  await expect.poll(offered).toEqual('28,29,Dec 1,2,3,5,6,7,8,9,10,12'.split(','))
})

it('after Back, the form of a booked demo books another one', async () => {
  const threads: unknown[] = []
  vi.mocked(bookDemo).mockImplementation(async (_, posted) => {
    threads.push((posted as FormData).get('thread'))
    return { status: 'accepted' }
  })
  openWizard()
  await fillStepsBefore(4)
  await press('Book My Free Demo')
  await expect.poll(() => threads).toHaveLength(1)
  // The browser has kept the page.
  dispatchEvent(new Event('pageshow'))
  waitToResubmit()
  await press('Book My Free Demo')
  await expect.poll(() => new Set(threads).size).toBe(2)
})

it('an address that asks for a change opens the review of the booked demo once, and does not replace what is typed', async () => {
  vi.mocked(bookDemo).mockResolvedValue({ status: 'accepted' })
  openWizard()
  await fillStepsBefore(4)
  await press('Book My Free Demo')
  await expect.poll(() => localStorage.getItem('bookedDemo')).toContain('Ruiz Plumbing')
  const booked = JSON.parse(String(localStorage.getItem('bookedDemo')))
  expect(booked.entries.challenges).toEqual([])
  await close()

  history.replaceState(null, '', '/book-demo?change')
  openWizard()
  await expect.poll(shownStep).toEqual([titles[3]])
  await expect.poll(() => location.search).toBe('')
  expect([...document.querySelectorAll('[type=submit]')].map((each) => each.textContent)).toEqual([
    'Change My Demo',
  ])
  await press('Change Business Name')
  type('businessName', 'Ruiz & Daughters')
  await expect.poll(() => sessionStorage.getItem('bookingDraft')).toContain('Daughters')
  await close()

  history.replaceState(null, '', '/book-demo?change')
  openWizard()
  await expect.poll(() => control('businessName').value).toBe('Ruiz & Daughters')
})

it('an address that asks for a change where no demo is booked asks for nothing later', async () => {
  history.replaceState(null, '', '/book-demo?change')
  openWizard()
  await expect.poll(() => location.search).toBe('')
  await expect.poll(shownStep).toEqual([titles[0]])
})
