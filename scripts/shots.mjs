import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { findPrograms } from './programs.mjs'
import { ensureBuild, ensureDependencies, next } from './setup.mjs'

/**
 * Pictures of every page and state at every width, in `shots/`. Words narrow them down:
 * `npm run shots -- landing 390` takes those whose name or width holds one of each.
 */

const folder = 'shots'
const widths = [320, 390, 768, 1280, 1920]
const words = process.argv.slice(2)
const wantedWidths = widths.filter((width) => words.includes(String(width)))
const wantedNames = words.filter((word) => !widths.includes(Number(word)))

/** Entries that the form accepts; the receiver refuses whoever is called Falls. */
const visitor = {
  fullName: 'Ana O’Brien',
  email: 'ana@ruizplumbing.com',
  phoneNumber: '509-555-0147',
  businessName: 'Ruiz & Sons Plumbing',
  businessDescription: 'Two trucks, drains and water heaters, all of Spokane.',
  website: 'https://ruizplumbing.com',
  challenges: ['Missed calls after hours', 'Increasing online reviews'],
  customChallenge: '',
  currentTools: 'Paper, pen and a whiteboard',
  preferredDate: dayFromNow(6),
  preferredTime: '12:30 PM',
  additionalNotes: '',
  interestedServices: ['ai-call-handling', 'review-management'],
}

const states = {
  landing: { path: '/', whole: true },
  'landing-dark': { path: '/', whole: true, dark: true },
  'landing-text-200': { path: '/', whole: true, text: 200 },
  'landing-no-script': { path: '/', whole: true, scripts: false },
  'landing-mid-call': { path: '/', motion: true, act: (page) => page.waitForTimeout(4600) },
  'landing-faq-open': { path: '/', act: openQuestions },
  'landing-calculated': { path: '/', act: calculate },
  menu: {
    path: '/',
    act: (page) => page.getByRole('button', { name: 'Menu' }).click(),
    below: 768,
  },
  bar: { path: '/', act: scrollDown },
  dialog: { path: '/', act: openDialog },
  'dialog-dark': { path: '/', dark: true, act: openDialog },
  'dialog-text-200': { path: '/', text: 200, act: openDialog },
  'dialog-filled': { path: '/', act: (page) => fillDialog(page, visitor.fullName) },
  'dialog-invalid': { path: '/', act: (page) => sendDialog(page, 'R2D2') },
  'dialog-failed': { path: '/', act: (page) => sendDialog(page, 'Ana Falls') },
  'dialog-success': { path: '/', act: (page) => sendDialog(page, visitor.fullName) },
  'dialog-bar': { path: '/', act: openBarDialog },
  'book-1': { path: '/book-demo', whole: true },
  'book-1-errors': { path: '/book-demo', whole: true, act: leaveWrongFields },
  'book-2': draft(2),
  'book-2-counter': draft(2, {}, { businessDescription: 'Drains. '.repeat(120) }),
  'book-3': draft(3, {}, { preferredDate: '', preferredTime: '' }),
  'book-3-calendar': draft(3, { whole: false, act: openCalendar }),
  'book-3-calendar-dark': draft(3, { whole: false, dark: true, act: openCalendar }),
  'book-3-elsewhere': draft(3, { zone: 'America/New_York' }),
  'book-4': draft(4, { zone: 'America/New_York' }),
  'book-4-dark': draft(4, { dark: true }),
  'book-4-text-200': draft(4, { text: 200 }),
  'book-4-invalid': draft(4, {}, { fullName: 'R2D2', website: 'none' }),
  'book-4-failed': draft(4, { whole: false, act: book }, { fullName: 'Ana Falls' }),
  'book-no-script': { path: '/book-demo', whole: true, scripts: false },
  'thank-you': booked({ zone: 'America/New_York' }),
  'thank-you-dark': booked({ dark: true }),
  'thank-you-unknown': { path: '/thank-you', whole: true },
  'not-found': { path: '/no/such/page', whole: true },
  'not-found-dark': { path: '/no/such/page', whole: true, dark: true },
  error: booked({ breaks: true, act: pageBroken }),
}

ensureDependencies()
ensureBuild()
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder)

const receiver = await listen()
const { port } = receiver.address()
const site = await serve(port)
const browser = await launch()
const largeText = await launch('--blink-settings=defaultFontSize=32')
const jobs = (wantedWidths.length > 0 ? wantedWidths : widths).flatMap((width) =>
  Object.entries(states)
    .filter(([name]) => wantedNames.every((word) => name.includes(word)))
    .filter(([, state]) => !(width >= state.below))
    .map(([name, state]) => ({ name, width, state })),
)
const started = Date.now()
const total = jobs.length
const visitors = {}
let visits = 0
let wide = 0
await Promise.all(Array.from({ length: 4 }, work))
await browser.close()
await largeText.close()
site.child.kill()
receiver.close()
console.log(`${total} pictures in ${folder}/, ${Math.round((Date.now() - started) / 1000)} s`)
if (wide > 0) process.exitCode = 1

async function work() {
  for (let job = jobs.shift(); job; job = jobs.shift()) await take(job)
}

async function take({ name, width, state }) {
  const page = await (await visitorTo(state)).newPage()
  await page.setViewportSize({ width, height: width < 768 ? 844 : 900 })
  await page.emulateMedia({
    colorScheme: state.dark ? 'dark' : 'light',
    reducedMotion: state.motion ? 'no-preference' : 'reduce',
  })
  await page.setExtraHTTPHeaders({
    'x-forwarded-for': `10.1.${Math.floor(++visits / 250)}.${visits % 250}`,
  })
  try {
    if (state.stored) await page.addInitScript(remember, state.stored)
    if (state.breaks) await page.addInitScript(breakPage)
    await page.goto(site.url + state.path, {
      waitUntil: 'load',
    })
    await page.evaluate(() => document.fonts.ready)
    if (state.scripts !== false) await page.waitForFunction(hydrated)
    await state.act?.(page)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (overflow > 0) {
      wide++
      console.warn(`${name} at ${width} is ${overflow} px too wide`)
    }
    if (state.whole) await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
    await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: state.whole })
  } catch (error) {
    wide++
    console.warn(`${name} at ${width}: ${error.message.split('\n')[0]}`)
  } finally {
    await page.close()
  }
}

/** Who looks at several pictures keeps what they have fetched; what they typed is their tab's. */
function visitorTo({ text, zone = 'America/Los_Angeles', scripts = true }) {
  const key = [text, zone, scripts].join()
  visitors[key] ??= (text ? largeText : browser).newContext({
    timezoneId: zone,
    javaScriptEnabled: scripts,
  })
  return visitors[key]
}

function draft(step, state = {}, change = {}) {
  const entries = { ...visitor, ...change }
  const stored = { bookingDraft: JSON.stringify({ step, entries }) }
  return { path: '/book-demo', whole: true, stored, act: ticketWritten, ...state }
}

/** The review, or on a wide screen the ticket beside the form, comes with the first entry. */
async function ticketWritten(page) {
  const written = page.locator('.ticket-edit, .inked').first()
  if (page.viewportSize().width >= 1024 || (await page.locator('#step-4').isVisible()))
    await written.waitFor()
}

function booked(state) {
  const stored = {
    demoStartTime: `${visitor.preferredDate.replaceAll('-', '')}T123000`,
    demoName: visitor.fullName,
    demoBusiness: visitor.businessName,
  }
  return { path: '/thank-you', whole: true, stored, ...state }
}

function remember(stored) {
  for (const [key, value] of Object.entries(stored)) sessionStorage.setItem(key, value)
}

/** React leaves its own keys on the elements that it has taken over. */
function hydrated() {
  const element = document.querySelector('main *')
  return element && Object.keys(element).some((key) => key.startsWith('__react'))
}

function breakPage() {
  Date.prototype.toISOString = () => {
    throw new Error('broken for the picture')
  }
}

async function pageBroken(page) {
  await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor()
}

async function openQuestions(page) {
  for (const question of await page.locator('summary').all()) await question.click()
}

async function calculate(page) {
  await page.getByLabel('Calls a week', { exact: true }).fill('120')
  await page.getByLabel('Average job', { exact: true }).fill('1200')
  await page.getByLabel('Average job', { exact: true }).scrollIntoViewIfNeeded()
}

async function scrollDown(page) {
  await page.evaluate(() => window.scrollTo({ top: 900, behavior: 'instant' }))
  await page.getByRole('complementary').waitFor()
}

async function openDialog(page) {
  await page.getByRole('button', { name: 'See Live AI in Action' }).click()
}

async function openBarDialog(page) {
  await scrollDown(page)
  await page
    .getByRole('complementary')
    .getByRole('button', { name: /Chat|Call Our AI/ })
    .click()
}

async function fillDialog(page, name) {
  await openDialog(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Full Name').fill(name)
  await dialog.getByLabel('Phone Number').fill(visitor.phoneNumber)
  await dialog.getByLabel('Email Address').fill(visitor.email)
  await dialog.getByLabel('Business Name').fill(visitor.businessName)
  return dialog
}

async function sendDialog(page, name) {
  const dialog = await fillDialog(page, name)
  await dialog.getByRole('button', { name: 'Get a Call' }).click()
  await page.locator('[data-slot=toast]').waitFor()
  await page.waitForTimeout(300)
}

async function leaveWrongFields(page) {
  await page.getByLabel('Full Name').pressSequentially('R2D2')
  await page.getByLabel('Email Address').pressSequentially('ana')
  await page.getByLabel('Phone Number').pressSequentially('123')
  await page.getByLabel('Full Name').focus()
  await page.locator('#phoneNumber-error').waitFor()
}

async function openCalendar(page) {
  await page.getByLabel('Preferred Date').click()
  await page.getByRole('grid').waitFor()
}

async function book(page) {
  await page.getByRole('button', { name: 'Book My Free Demo' }).click()
  await page.locator('[data-slot=toast]').waitFor({ timeout: 15_000 })
  await page.waitForTimeout(300)
}

async function launch(...flags) {
  const { BROWSER_PATH } = await findPrograms(['BROWSER_PATH'])
  return chromium.launch({
    executablePath: BROWSER_PATH,
    args: ['--no-sandbox', '--disable-gpu', '--hide-scrollbars', ...flags],
  })
}

async function listen() {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    response.writeHead(body.includes('Falls') ? 500 : 200).end()
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

async function serve(receiverPort) {
  const free = await listen()
  const { port } = free.address()
  await new Promise((resolve) => free.close(resolve))
  const hook = `http://127.0.0.1:${receiverPort}/hooks`
  const child = spawn(process.execPath, [next, 'start', '-p', String(port), '-H', '127.0.0.1'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      CALLBACK_WEBHOOK_URL: `${hook}/plumbing_xperience`,
      BOOKING_WEBHOOK_URL: `${hook}/landing_page_book_demo`,
      CLIENT_ADDRESS: 'proxy:1',
      // The leads of the pictures stay out of the journal.
      DATABASE_URL: `file:${join(mkdtempSync(join(tmpdir(), 'shots-')), 'leads.db')}`,
    },
    stdio: 'ignore',
  })
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; tries < 300; tries++) {
    const up = await fetch(`${url}/robots.txt`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (up) return { url, child }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  child.kill()
  throw new Error('The site did not start')
}

function dayFromNow(days) {
  const date = new Date(Date.now() + days * 86_400_000)
  return date.toISOString().slice(0, 10)
}
