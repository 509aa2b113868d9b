import 'server-only'
import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { resolve } from 'node:path'
import { z } from 'zod'
import { closedDays, firstBookableDay, isClosed } from '../dates/bookable-days'
import { isIsoDate } from '../dates/dates'
import { addDays, lastBookableDay } from '../dates/days'
import { type Form, forms, leadKinds } from '../forms/forms'
import { isHttpUrl } from '../forms/http-url'
import { demoPhone, privacyUrl, supportEmail, supportPhone, termsUrl } from '../page/settings'
import { faultOf, OpsError } from './log'
import { perProcess } from './per-process'

/** The environment, parsed once. An invalid value stops the start with a message that names the variable. */

const httpUrl = z
  .string()
  .refine(isHttpUrlWithoutPassword, 'must be an http or https address such as https://example.com')

/** The address as it is sent, such as with a scheme in lower case. */
export const webhookUrl = z
  .string()
  .trim()
  .refine(
    (value) => isHttpUrlWithoutPassword(value) && !/[,\s]/.test(value),
    'must be one http or https address without a password, comma, or space, such as https://example.com/hook. Write a comma as %2C',
  )
  .transform((value) => new URL(value).href)

const databaseUrl = z
  .string()
  .refine(
    isDatabaseUrl,
    'must be file:PATH or postgres://USER:PASSWORD@HOST/NAME. In a password, write special characters as in any address, such as %24 for $, %23 for #, and %2F for /',
  )

const matching = (pattern: RegExp, meaning: string) =>
  z.string().regex(pattern, `must be ${meaning}`)

const phoneNumber = matching(
  /^(?=(\D*\d){10,15}\D*$)\+?[\d ().-]+$/,
  'a phone number of 10 to 15 digits such as (509) 555-0147',
)

const secret = z.string().min(16, 'must have at least 16 characters')

const positiveNumber = (digits: number, initial: number) =>
  matching(new RegExp(`^[1-9]\\d{0,${digits - 1}}$`), `a number from 1 to ${'9'.repeat(digits)}`)
    .transform(Number)
    .default(initial)

const listOf = <T>(item: z.ZodType<T, string>) =>
  z
    .string()
    .transform((value) =>
      value
        .trim()
        .split(/\s*,\s*/)
        .filter(Boolean),
    )
    .pipe(z.array(item))
    .default([])

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

const bodyExtras = ['leadId', 'attribution', 'consent'] as const
export type BodyExtra = (typeof bodyExtras)[number]

/** Each webhook is named by its variable. */
export type WebhookName = `${Uppercase<Form['webhook']>}_WEBHOOK_URL`

export const webhookOf = fromEntries(
  leadKinds.map((kind) => [
    kind,
    `${forms[kind].webhook.toUpperCase()}_WEBHOOK_URL` as WebhookName,
  ]),
)

export const webhookNames = [...new Set(Object.values(webhookOf))]

/** A message goes after the name of the variable. */
export const schema = z.object({
  SITE_URL: httpUrl.transform((value) => new URL(value).origin).optional(),
  PRIVACY_URL: httpUrl.optional(),
  TERMS_URL: httpUrl.optional(),
  SUPPORT_EMAIL: z
    .string()
    .trim()
    .pipe(z.email('must be an email address such as help@example.com'))
    .optional(),
  SUPPORT_PHONE: phoneNumber.optional(),
  DEMO_PHONE: phoneNumber.optional(),
  CLOSED_DAYS: listOf(
    z.string().refine(isClosedDay, {
      error: ({ input }) =>
        `must be weekdays such as sat, dates such as 2026-11-26, or yearly dates such as 12-25, separated by commas, and "${input}" is none of these`,
    }),
  ).refine(leavesDayOpen, 'must leave at least one day of the coming year open'),
  ...fromEntries(webhookNames.map((name) => [name, webhookUrl.optional()])),
  ALERT_WEBHOOK_URL: webhookUrl.optional(),
  DIGEST: z.enum(['on', 'off'], 'must be on or off').default('on'),
  CLIENT_ADDRESS: matching(
    /^(vercel|direct|proxy:[1-9]\d?)$/,
    'vercel, direct or proxy:N, where N is the number of your own proxies',
  ).optional(),
  DATABASE_URL: databaseUrl
    .refine(
      (value) => !onVercel || !value.startsWith('file:'),
      'must be postgres://USER:PASSWORD@HOST/NAME?sslmode=verify-full on Vercel, because files do not last there',
    )
    .optional(),
  LEADS_RETENTION_DAYS: positiveNumber(4, 30),
  UNDELIVERED_RETENTION_DAYS: positiveNumber(4, 180),
  CONSENT_RETENTION_DAYS: positiveNumber(4, 1825),
  LEADS_PER_HOUR: positiveNumber(6, 30),
  LEADS_PER_HOUR_TOTAL: positiveNumber(6, 120),
  LEADS_PER_PHONE: positiveNumber(6, 5),
  WEBHOOK_SECRET: listOf(
    matching(
      /^whsec_[A-Za-z0-9+/]{16,}={0,2}$/,
      'whsec_ followed by base64, or several of these separated by commas',
    ),
  ),
  WEBHOOK_BODY_EXTRAS: listOf(
    z.enum(
      bodyExtras,
      `must be one or more of these, separated by commas: ${bodyExtras.join(', ')}`,
    ),
  ),
  CRON_SECRET: secret.optional(),
  NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: z
    .string()
    .refine(isActionKey, 'must be 32 bytes in base64, as openssl rand -base64 32 makes them')
    .optional(),
})
type Variables = z.infer<typeof schema>

/** The variables whose value can be in a file instead. The file is named in a variable that ends in `_FILE`. */
export const secretNames = [
  ...webhookNames,
  'ALERT_WEBHOOK_URL',
  'WEBHOOK_SECRET',
  'CRON_SECRET',
  'DATABASE_URL',
] as const

/** Parts of the server that load later have the value of the start, also when the file has changed. */
const secretFiles = perProcess('secret files', () => new Map<string, string>())

const onVercel = Boolean(process.env.VERCEL)
/** The standalone server runs in a folder that the next build deletes, so relative paths start at the project. */
const home = process.cwd().replace(/[\\/]\.next[\\/]standalone$/, '')
const parsed = parse()

const vercelHost = process.env.VERCEL_PROJECT_PRODUCTION_URL
const siteUrl = parsed.SITE_URL ?? (vercelHost ? `https://${vercelHost}` : undefined)
const journalUrl = parsed.DATABASE_URL ?? (onVercel ? null : `file:${absolute('data/leads.db')}`)
const journalFile = journalUrl?.startsWith('file:')
  ? absolute(journalUrl.slice('file:'.length))
  : null

export const env = {
  siteUrl: siteUrl ?? `http://localhost:${process.env.PORT ?? 3000}`,
  siteUrlIsSet: siteUrl !== undefined,
  webhookUrls: fromEntries(webhookNames.map((name) => [name, parsed[name]])),
  alertWebhookUrl: parsed.ALERT_WEBHOOK_URL,
  digest: parsed.DIGEST === 'on',
  clientAddress: parsed.CLIENT_ADDRESS ?? (onVercel ? 'vercel' : 'direct'),
  /** The URL of the journal's database. Null on Vercel without a database, because its disk does not last. */
  journal: journalFile ? `file:${journalFile}` : journalUrl,
  /** Null when the journal is not a file. */
  journalFile,
  retentionDays: parsed.LEADS_RETENTION_DAYS,
  undeliveredRetentionDays: parsed.UNDELIVERED_RETENTION_DAYS,
  consentRetentionDays: parsed.CONSENT_RETENTION_DAYS,
  leadsPerHour: parsed.LEADS_PER_HOUR,
  leadsPerHourTotal: parsed.LEADS_PER_HOUR_TOTAL,
  leadsPerPhone: parsed.LEADS_PER_PHONE,
  webhookSecrets: parsed.WEBHOOK_SECRET,
  bodyExtras: parsed.WEBHOOK_BODY_EXTRAS,
  cronSecret: parsed.CRON_SECRET,
  onVercel,
} as const

export function missingWebhooks(): WebhookName[] {
  return webhookNames.filter((name) => !env.webhookUrls[name])
}

/** n8n has a second address for each webhook, which takes one request while the workflow is open in its editor. */
export function isTrialAddress(url: string): boolean {
  return new URL(url).pathname.includes('/webhook-test/')
}

/** Object.fromEntries with the type of the names. */
function fromEntries<Name extends string, Value>(entries: [Name, Value][]) {
  return Object.fromEntries(entries) as Record<Name, Value>
}

function parse(): Variables {
  // The pages of a build keep these values of its time, so this checks them.
  const built = {
    PRIVACY_URL: privacyUrl,
    TERMS_URL: termsUrl,
    SUPPORT_EMAIL: supportEmail,
    SUPPORT_PHONE: supportPhone,
    DEMO_PHONE: demoPhone,
    CLOSED_DAYS: closedDays.join(','),
  }
  const all = { ...process.env, ...built }
  const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value?.trim()))
  const fromFiles = readSecretFiles(given)
  const { data, error } = schema.safeParse({ ...given, ...fromFiles })
  if (!error) return data
  const sentences = error.issues.map(({ path: [name], message }) => {
    const sentence = `${String(name)} ${message}`
    return String(name) in fromFiles
      ? `${String(name)}_FILE names a file with a bad value (${sentence})`
      : sentence
  })
  throw new OpsError(sentences.join('; '))
}

function readSecretFiles(given: Record<string, string | undefined>): Record<string, string> {
  const values: Record<string, string> = {}
  for (const name of secretNames) {
    const variable = `${name}_FILE`
    const path = given[variable]?.trim()
    if (!path) continue
    if (given[name]) throw new OpsError(`${name} and ${variable} are both set: remove one`)
    // The machine that builds may lack the file.
    if (process.env.NEXT_PHASE === 'phase-production-build') continue
    const file = absolute(path)
    const value = secretFiles.get(file) ?? readSecretFile(variable, file)
    secretFiles.set(file, value)
    values[name] = value
  }
  return values
}

function readSecretFile(variable: string, path: string): string {
  let text = ''
  try {
    text = readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new OpsError(
      `${variable} names a file that the user ${userInfo().username} cannot read (${faultOf(error)})`,
    )
  }
  if (text === '') throw new OpsError(`${variable} names an empty file`)
  return text
}

/** Without the comment, Turbopack would add the sources of `lib/` to every function on Vercel. */
function absolute(path: string): string {
  return resolve(/* turbopackIgnore: true */ home, path)
}

/** A `#` ends the address. In a password it would hide the rest. */
function isDatabaseUrl(value: string): boolean {
  if (value.startsWith('file:')) return value.length > 'file:'.length
  return /^postgres(ql)?:\/\/[^#]+$/.test(value) && URL.canParse(value)
}

/** Next.js uses it for AES, which takes 16, 24, or 32 bytes, and fails at the first form otherwise. */
function isActionKey(value: string): boolean {
  const bytes = Buffer.from(value, 'base64')
  return [16, 24, 32].includes(bytes.length) && bytes.toString('base64') === value.trim()
}

function isClosedDay(value: string): boolean {
  // A yearly date can be February 29.
  return weekdays.includes(value) || isIsoDate(value) || isIsoDate(`2028-${value}`)
}

function leavesDayOpen(closed: string[]): boolean {
  const now = new Date()
  const last = lastBookableDay(now)
  let day = firstBookableDay(now)
  while (day <= last && isClosed(day, closed)) day = addDays(day, 1)
  return day <= last
}

function isHttpUrlWithoutPassword(value: string): boolean {
  if (!isHttpUrl(value)) return false
  const { username, password } = new URL(value)
  return !username && !password
}
