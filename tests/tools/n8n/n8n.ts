import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { calledWords } from '@/lib/content/called'
import { bookableRange } from '@/lib/dates/bookable-days'
import { icsUrl } from '@/lib/dates/calendar-links'
import { dayStart, formatLongDate } from '@/lib/dates/dates'
import { addDays, dayInZone, formatTimestamp } from '@/lib/dates/days'
import { zone } from '@/lib/dates/zone'
import { toFormValues } from '@/lib/forms/form-data'
import { forms, type LeadKind } from '@/lib/forms/forms'
import { validateLead } from '@/lib/forms/schema'
import { buildPayload } from '@/lib/leads/accept'
import { calledPath } from '@/lib/leads/lead'
import { attemptTimeoutMs } from '@/lib/leads/outcomes'
import { messageOf, sendOnce, type WebhookMessage } from '@/lib/leads/send'
import { site as product } from '@/lib/site'
import { temporaryFolder } from '../../support/process/files'
import { freePort } from '../../support/process/ports'
import { type RunningProgram, startProgram } from '../../support/process/programs'
import { waitUntil } from '../../support/process/wait'
import { readWorkflow } from '../../support/receiver/n8n-workflow'
import { WebhookReceiver } from '../../support/receiver/webhook-receiver'
import { root, Site } from '../../support/site/site'
import { post, readForm } from '../../support/visitor/lead-post'
import { requiredValues } from '../../support/visitor/visitor'
import { type Mail, type MailPackages, MailSink } from './mail-sink'

/**
 * npm run tool -- n8n
 *
 * Imports docs/receivers/n8n-workflow.json into n8n as an owner does, sends it leads as the site does, and compares the
 * mails that arrive at an SMTP server. Of one lead that the site itself sends, it follows the link of the mail to the report and the
 * message of the morning.
 *
 * Installs n8n once, in node_modules/.cache, which takes 3 GB and up to a quarter of an hour. Its sqlite3 is compiled where
 * it finds no binary for it, which needs Python, make, and a C++ compiler.
 */

const version = '2.41.1'
const cache = join(root, 'node_modules/.cache', `n8n-${version}`)
const home = temporaryFolder('n8n')
const port = await freePort()
const secret = `whsec_${btoa('a secret of this check')}`
const values: Record<string, string> = {
  secret,
  from: 'Ruiz AI <hello@example.com>',
  owner: 'owner@example.com',
  callsFrom: '(509) 555-0100',
}
const ana = {
  phone: '509-555-0147',
  email: 'ana@ruiz.com',
  name: 'Ana Ruiz',
  businessName: 'Ruiz & Sons',
}
/** As mails have it. */
const from = '"Ruiz AI" <hello@example.com>'
const siteUrl = 'https://www.example.com'
const bookingEntries = {
  ...requiredValues('booking'),
  fullName: 'Ana Ruiz',
  businessName: 'Ruiz & Sons',
  email: 'ana@ruiz.com',
  phoneNumber: '(509) 555-0147',
  preferredDate: bookableRange(new Date()).last,
  preferredTime: '12:30 PM',
}
const env = {
  ...process.env,
  N8N_USER_FOLDER: home,
  N8N_PORT: String(port),
  N8N_LISTEN_ADDRESS: '127.0.0.1',
  N8N_RUNNERS_BROKER_PORT: String(await freePort()),
  N8N_DIAGNOSTICS_ENABLED: 'false',
  N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
  N8N_TEMPLATES_ENABLED: 'false',
  NODE_FUNCTION_ALLOW_BUILTIN: 'crypto',
}

install()
const fromCache = createRequire(join(cache, 'package.json'))
const packages: MailPackages = { ...fromCache('smtp-server'), ...fromCache('mailparser') }
const sink = new MailSink(packages)
await sink.start()
importWorkflow()
let n8n = await start()

const checks: [name: string, faults: () => Promise<string[]>][] = [
  ['callbacks are mailed to the owner, who can reply if they have an address', checkCallbacks],
  ['a booking is mailed to the owner, and confirmed to the visitor', checkBooking],
  ['a changed booking says in both mails that it replaces another one', checkChange],
  ['the same lead again is accepted and mails nothing, also after a restart', checkRepeat],
  ['copies of a lead at one moment are mailed once', checkCopies],
  ['leads at one moment are each mailed once', checkCrowd],
  ['a test lead is mailed to the owner only', checkTest],
  ['a lead is mailed once the SMTP server is back, and takes the password again', checkDown],
  ['a visitor who cannot be mailed is mailed later, and the owner not twice', checkVisitorAlone],
  ['an address that is refused for good is done, and the owner is told', checkRefused],
  ['a lead whose mails take longer than the site waits is mailed once', checkSlow],
  ['entries cannot add recipients, headers, or expressions', checkHostile],
  ['a call that the owner tells by the link is in the report and the next message', checkCall],
]
console.log(`n8n ${version}`)
for (const [name, faults] of checks) test(name, async () => assert.deepEqual(await faults(), []))
after(async () => {
  await n8n.stop()
  await sink.stop()
})

function install(): void {
  if (existsSync(join(cache, 'installed'))) return
  mkdirSync(cache, { recursive: true })
  const allowScripts = { node: true, sqlite3: true }
  writeFileSync(join(cache, 'package.json'), JSON.stringify({ private: true, allowScripts }))
  const wanted = [`n8n@${version}`, 'node@24', 'smtp-server@3', 'mailparser@3']
  const options = ['--prefix', cache, '--no-audit', '--no-fund', '--loglevel=error']
  run('npm', ['install', ...options, '--ignore-scripts', ...wanted])
  // Newer versions of npm run the scripts of packages only when these are named.
  run('npm', ['rebuild', ...options, 'node'])
  run('npm', ['rebuild', ...options, `--nodedir=${nodeHeaders()}`, 'sqlite3'])
  writeFileSync(join(cache, 'installed'), '')
}

/** Of the Node above. Without them, compiling downloads some. */
function nodeHeaders(): string {
  const arch = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  return join(cache, 'node_modules/node/node_modules', arch)
}

function run(program: string, args: string[], variables: Entries = {}): string {
  const options = { env: { ...env, ...variables }, encoding: 'utf8' } as const
  const { status, stdout, stderr, error } = spawnSync(program, args, options)
  if (status !== 0) throw new Error(`${args.join(' ')}: ${error ?? `${stdout}${stderr}`}`)
  return stdout
}

/** What the document tells an owner to do in the editor. */
function importWorkflow(): void {
  const workflow = readWorkflow()
  for (const node of workflow.nodes) {
    if (node.name === 'Your values')
      node.parameters.assignments = {
        assignments: Object.entries(values).map(([name, value]) => ({
          id: name,
          name,
          value,
          type: 'string',
        })),
      }
    if (node.type === 'n8n-nodes-base.emailSend')
      node.credentials = { smtp: { id: 'smtp', name: 'SMTP account' } }
  }
  const { user, password, port } = sink
  const data = { user, password, host: '127.0.0.1', port, secure: false, disableStartTls: true }
  const credential = { id: 'smtp', name: 'SMTP account', type: 'smtp', data }
  for (const [command, content] of [
    ['import:credentials', [credential]],
    ['import:workflow', [workflow]],
  ] as const) {
    const file = join(home, 'import.json')
    writeFileSync(file, JSON.stringify(content))
    runN8n(command, `--input=${file}`)
  }
  runN8n('publish:workflow', `--id=${workflow.id}`)
}

function n8nCommand(...args: string[]): [program: string, args: string[]] {
  return [
    join(cache, 'node_modules/node/bin/node'),
    [join(cache, 'node_modules/n8n/bin/n8n'), ...args],
  ]
}

function runN8n(...args: string[]): void {
  run(...n8nCommand(...args))
}

/** Until it runs the workflow, n8n answers 404. Then the workflow fails, because the lead is not signed. */
function start(): Promise<RunningProgram> {
  const isReady = () =>
    fetch(webhook('plumbing_xperience'), { method: 'POST' }).then(
      ({ status }) => status === 500,
      () => false,
    )
  return startProgram(...n8nCommand('start'), isReady, { env, detached: true }, 300_000)
}

function webhook(path: 'plumbing_xperience' | 'landing_page_book_demo'): string {
  return `http://127.0.0.1:${port}/webhook/${path}`
}

type Entries = Record<string, string>
type Lead = WebhookMessage

function leadOf(kind: LeadKind, entries: Entries): Lead {
  const form = toFormValues(forms[kind], { ...requiredValues(kind), ...entries })
  const checked = validateLead(kind, form)
  if ('fields' in checked) throw new Error(JSON.stringify(checked.fields))
  const id = randomUUID()
  const payload = buildPayload(checked.lead, new Date())
  const lead = { id, thread: id, kind, payload, extras: { consent: '' } }
  const message = messageOf({ ...lead, version: Date.now(), replaces: null }, [])
  const called = `${siteUrl}${calledPath}?id=${id}`
  return { ...message, headers: { ...message.headers, 'webhook-called': called } }
}

function booking(entries: Entries = {}): Lead {
  return leadOf('booking', { ...bookingEntries, ...entries })
}

function urlOf({ body }: Lead): string {
  return webhook(
    'preferredDate' in JSON.parse(body) ? 'landing_page_book_demo' : 'plumbing_xperience',
  )
}

/** Sends a lead as the site does, and returns how that ended. */
async function send(lead: Lead): Promise<string> {
  return (await sendOnce(lead, urlOf(lead), [secret])).outcome
}

/** What only n8n shows of a mail. tests/unit/n8n-workflow.test.ts has the words that Code nodes make. */
type Sent = Pick<Mail, 'recipients' | 'from' | 'replyTo' | 'subject' | 'files'> & { words: boolean }

/** `words` must stand in the text, in which n8n has replaced every expression. Only the owner gets the link. */
function shown(mail: Mail, words: string[]): Sent {
  const { recipients, from, replyTo, subject, files, text = '' } = mail
  const isFilled = words.every((word) => text.includes(word)) && !text.includes('{{')
  const hasLink = text.includes(calledPath)
  const isRight = isFilled && hasLink === recipients.includes('owner@example.com')
  return { recipients, from, replyTo, subject, files, words: isRight }
}

type Expected = { mail: Omit<Sent, 'words'>; words: string[] }

function toOwner({ id, body, headers }: Lead, { test = '', note = '' } = {}): Expected {
  const replaces = headers?.['webhook-replaces']
  const lead: Entries = JSON.parse(body)
  const isBooking = 'preferredDate' in lead
  const title = replaces ? 'Demo changed' : isBooking ? 'Demo booked' : 'Callback requested'
  const subject = `${test}${title}: ${isBooking ? lead.fullName : lead.Name}`
  const replyTo = isBooking ? lead.email : lead.Email
  return {
    mail: { recipients: ['owner@example.com'], from, replyTo, subject, files: [] },
    words: [`Id: ${id}`, `Mark as called: ${headers?.['webhook-called']}`, replaces ?? '', note],
  }
}

function toVisitor({ id, body, headers }: Lead): Expected {
  const lead: Entries = JSON.parse(body)
  const { preferredDate = '', preferredTime = '', phoneNumber = '', submittedAt = '' } = lead
  // The site keeps the month and the day on one line.
  const longDate = formatLongDate(preferredDate).replaceAll('\u00a0', ' ')
  const url = icsUrl(formatTimestamp(preferredDate, preferredTime), {
    thread: id,
    phone: phoneNumber,
    support: 'Questions or another time? owner@example.com',
    now: new Date(submittedAt),
  })
  const text = decodeURIComponent(url?.split(',').slice(1).join(',') ?? '')
  return {
    mail: {
      recipients: [lead.email ?? ''],
      from,
      replyTo: 'owner@example.com',
      subject: `Your demo on ${longDate} at ${preferredTime} ${zone.words}`,
      files: [{ name: 'demo.ics', type: 'text/calendar', text }],
    },
    words: [
      longDate,
      phoneNumber.slice(-4),
      'We call from (509) 555-0100.',
      headers?.['webhook-replaces'] ? 'It replaces the one before.' : '',
    ],
  }
}

function both(lead: Lead): Expected[] {
  return [toVisitor(lead), toOwner(lead)]
}

/** Compares the outcomes and all mails since the last call. */
function faultsOf(outcomes: string[], expected: string[], mails: Expected[]): string[] {
  const taken = sink.take()
  const actual = taken.map((mail, index) => shown(mail, mails[index]?.words ?? []))
  const wanted = mails.map(({ mail }) => ({ ...mail, words: true }))
  return [...difference('Outcomes', outcomes, expected), ...difference('Mails', actual, wanted)]
}

function difference(name: string, actual: unknown, expected: unknown): string[] {
  if (isDeepStrictEqual(actual, expected)) return []
  return [`${name}: ${JSON.stringify(actual)}`, `instead of ${JSON.stringify(expected)}`]
}

async function checkCallbacks() {
  const leads = [leadOf('see-ai-in-action', ana), leadOf('call-our-ai', ana)]
  const outcomes = [await send(leads[0] as Lead), await send(leads[1] as Lead)]
  return faultsOf(
    outcomes,
    ['delivered', 'delivered'],
    leads.map((lead) => toOwner(lead)),
  )
}

async function checkBooking() {
  const lead = booking()
  return faultsOf([await send(lead)], ['delivered'], both(lead))
}

async function checkChange() {
  const message = booking()
  const lead = { ...message, headers: { ...message.headers, 'webhook-replaces': randomUUID() } }
  return faultsOf([await send(lead)], ['delivered'], both(lead))
}

async function checkRepeat() {
  const lead = booking()
  const outcomes = [await send(lead), await send(lead)]
  await n8n.stop('SIGTERM')
  n8n = await start()
  return faultsOf([...outcomes, await send(lead)], Array(3).fill('delivered'), both(lead))
}

/** At one moment, each copy may find the other one. The site sends the lead again then. */
async function checkCopies() {
  const faults: string[] = []
  for (let round = 0; round < 5; round++) {
    const lead = booking()
    const outcomes = await Promise.all([send(lead), send(lead), send(lead)])
    const later = await send(lead)
    const isRight = outcomes.filter((outcome) => outcome === 'delivered').length < 2
    if (!isRight) faults.push(`Outcomes: ${outcomes.join(', ')}`)
    faults.push(...faultsOf([later], ['delivered'], both(lead)))
  }
  return faults
}

async function checkCrowd() {
  const visitors = Array.from({ length: 6 }, (_, at) => `visitor${at}@ruiz.com`)
  await Promise.all(visitors.map((email) => sendUntilDelivered(booking({ email }))))
  const recipients = sink.take().flatMap(({ recipients }) => recipients)
  const owner = visitors.map(() => 'owner@example.com')
  return difference('Recipients', recipients.sort(), [...owner, ...visitors])
}

/** As the site does if many leads take longer than it waits. */
async function sendUntilDelivered(lead: Lead): Promise<void> {
  await waitUntil(300, 'a lead to be delivered', async () => (await send(lead)) === 'delivered')
}

/** Sends a lead with further headers, and returns the status. */
async function sendWith(lead: Lead, headers: Record<string, string>): Promise<string> {
  const message = { ...lead, headers: { ...lead.headers, ...headers } }
  return String((await sendOnce(message, urlOf(lead), [secret])).status)
}

async function checkTest() {
  const lead = booking()
  const status = await sendWith(lead, { 'webhook-test': 'true' })
  return faultsOf([status], ['200'], [toOwner(lead, { test: 'Test: ' })])
}

async function checkDown() {
  const lead = booking()
  await sink.stop()
  const outcomes = [await send(lead)]
  await sink.start()
  const { password } = sink
  sink.password = 'another password'
  outcomes.push(await send(lead))
  sink.password = password
  outcomes.push(await send(lead))
  return faultsOf(outcomes, ['failed', 'failed', 'delivered'], both(lead))
}

async function checkVisitorAlone() {
  const lead = booking()
  sink.refused = { address: 'ana@ruiz.com', code: 450 }
  const note =
    'The visitor has no confirmation yet: the mail could not be sent. The site tries again for three days.'
  const faults = faultsOf([await send(lead)], ['failed'], [toOwner(lead, { note })])
  faults.push(...faultsOf([await send(lead)], ['failed'], []))
  sink.refused = null
  faults.push(...faultsOf([await send(lead)], ['delivered'], [toVisitor(lead)]))
  return [...faults, ...faultsOf([await send(lead)], ['delivered'], [])]
}

async function checkRefused() {
  const lead = booking()
  sink.refused = { address: 'ana@ruiz.com', code: 550 }
  const note =
    'The visitor has no confirmation: the mail to this address was refused for good. Confirm the day and the time on the phone.'
  const faults = faultsOf([await send(lead)], ['delivered'], [toOwner(lead, { note })])
  sink.refused = null
  return [...faults, ...faultsOf([await send(lead)], ['delivered'], [])]
}

async function checkSlow() {
  const lead = booking()
  sink.delayMs = attemptTimeoutMs + 1000
  const outcomes = [await send(lead), await send(lead)]
  await sink.waitFor(2)
  sink.delayMs = 0
  outcomes.push(await send(lead))
  return faultsOf(outcomes, ['timeout', 'failed', 'delivered'], both(lead))
}

/** More than the forms of the site let through. */
async function checkHostile() {
  const hostile = booking()
  const entries = {
    fullName: 'Ana\r\nBcc: eve@example.com\r\n\r\n{{ $json.from }} <b>',
    email: 'a:b@ruiz.com',
    additionalNotes: "={{ $('Your values').first().json.secret }}",
  }
  const lead = {
    ...hostile,
    body: JSON.stringify({ ...JSON.parse(hostile.body), ...entries }),
  }
  await sendUntilDelivered(lead)
  const mails = sink.take()
  const headers = mails.map(({ recipients, subject, files }) => [recipients, subject, files.length])
  return [
    ...difference('Mails', headers, [
      [['a:b@ruiz.com'], toVisitor(lead).mail.subject, 1],
      [['owner@example.com'], 'Demo booked: Ana Bcc: eve@example.com  {{ $json.from }} <b>', 0],
    ]),
    ...difference('The secret in a mail', JSON.stringify(mails).includes(secret), false),
  ]
}

/** What the site itself sends, until the message of the next morning. */
async function checkCall() {
  const receiver = await WebhookReceiver.start()
  const site = await Site.start({
    SITE_URL: siteUrl,
    CALLBACK_WEBHOOK_URL: webhook('plumbing_xperience'),
    BOOKING_WEBHOOK_URL: webhook('landing_page_book_demo'),
    WEBHOOK_SECRET: secret,
    ALERT_WEBHOOK_URL: receiver.url('/alerts'),
  })
  try {
    await post(await readForm(`${site.url}/book-demo`, 'name="fullName"'), bookingEntries)
    const [toVisitor, toOwner] = sink.take().map(({ text }) => text ?? '')
    const link = /^Mark as called: (\S+)$/m.exec(toOwner ?? '')?.[1] ?? ''
    const own = link.replace(siteUrl, site.url)
    const page = await (await fetch(own)).text()
    const calledBefore = site.leads[0]?.called_at
    const answer = await (await fetch(own, { method: 'POST' })).text()
    const report = run(process.execPath, ['scripts/leads.mjs', 'report'], {
      DATABASE_URL: site.database,
    })

    const today = dayInZone(Date.now())
    const eight = dayStart(addDays(today, 1)).getTime() + 8 * 3_600_000
    await site.shiftClock(eight + 60_000 - Date.now())
    await waitUntil(60, 'the message of the morning', () => receiver.received.length > 0)
    const texts = receiver.received.map(({ body }) => JSON.parse(body).text)
    const dayWords = formatLongDate(today)
      .replaceAll('\u00a0', ' ')
      .replace(/, \d{4}$/, '')
    return [
      ...difference('The link', link, `${siteUrl}${calledPath}?id=${site.leads[0]?.id}`),
      ...difference('A link for the visitor', toVisitor?.includes(calledPath), false),
      ...difference('A button', page.includes(`<button>${calledWords.button}</button>`), true),
      ...difference('Called before the button is pressed', calledBefore, null),
      ...difference('The answer', answer.includes(calledWords.recorded), true),
      ...difference(
        'The report',
        /From lead to call\n[\s\S]*?^(booking .*)/m.exec(report)?.[1]?.trim().split(/ {2,}/),
        ['booking', '1', '0', '0 min', '0 min'],
      ),
      ...difference('Messages', texts, [
        `${product.name} (www.example.com): ${dayWords}: 0 visits, 1 lead (1 demo), 1 called, half within 0 min. Not delivered: none.`,
      ]),
    ]
  } finally {
    await site.stop()
    await receiver.stop()
  }
}
