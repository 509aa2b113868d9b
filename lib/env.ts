import 'server-only'
import { createHash, timingSafeEqual } from 'node:crypto'
import { resolve } from 'node:path'
import { z } from 'zod'
import { OpsError } from './log'
import { processWide } from './process-wide'
import { readSecretFile } from './secret-files'
import { type LeadKind, sources } from './site'

/**
 * The environment, parsed once. An invalid value stops the start with a message that names the variable. Only webhook
 * addresses, and secrets in files, are read again for every use.
 */

const httpUrl = z
  .string()
  .refine(isHttpUrl, 'must be an http or https address such as https://example.com')

const matching = (pattern: RegExp, meaning: string) =>
  z.string().regex(pattern, `must be ${meaning}`)

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

const bodyExtras = ['leadId', 'attribution', 'consent'] as const
export type BodyExtra = (typeof bodyExtras)[number]

/** A message goes after the name of the variable. */
const schema = z.object({
  SITE_URL: httpUrl.transform((value) => new URL(value).origin).optional(),
  PRIVACY_URL: httpUrl.optional(),
  SUPPORT_EMAIL: z.email('must be an email address such as help@example.com').optional(),
  SUPPORT_PHONE: matching(
    /^(?=(\D*\d){10,15}\D*$)\+?[\d ().-]+$/,
    'a phone number of 10 to 15 digits such as (509) 555-0147',
  ).optional(),
  ALERT_WEBHOOK_URL: httpUrl.transform((value) => new URL(value).href).optional(),
  CLIENT_ADDRESS: matching(
    /^(vercel|direct|proxy:[1-9]\d?)$/,
    'vercel, direct or proxy:N, where N is the number of your own proxies',
  ).optional(),
  DATABASE_URL: z
    .string()
    .refine(
      isDatabaseUrl,
      'must be file:PATH or postgres://USER:PASSWORD@HOST/NAME. In a password, write special characters as in any address, such as %24 for $, %23 for #, and %2F for /',
    )
    .optional(),
  LEADS_RETENTION_DAYS: positiveNumber(4, 30),
  UNDELIVERED_RETENTION_DAYS: positiveNumber(4, 180),
  LEADS_PER_HOUR: positiveNumber(6, 300),
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
  CRON_SECRET: z.string().min(16, 'must have at least 16 characters').optional(),
})
type Variables = z.infer<typeof schema>

/** The variables whose value can be in a file instead. The file is named in a variable that ends in `_FILE`. */
const secretNames = [
  'CALLBACK_WEBHOOK_URL',
  'BOOKING_WEBHOOK_URL',
  'WEBHOOK_SECRET',
  'CRON_SECRET',
  'DATABASE_URL',
] as const
type SecretName = (typeof secretNames)[number]

const onVercel = Boolean(process.env.VERCEL)
/** The standalone server runs in a folder that the next build deletes, so relative paths start at the project. */
const home = process.cwd().replace(/[\\/]\.next[\\/]standalone$/, '')
const parsed = parse()

const vercelHost = process.env.VERCEL_PROJECT_PRODUCTION_URL
const siteUrl = parsed.SITE_URL ?? (vercelHost ? `https://${vercelHost}` : undefined)

export const env = {
  siteUrl: siteUrl ?? 'http://localhost:3000',
  siteUrlIsSet: siteUrl !== undefined,
  privacyUrl: parsed.PRIVACY_URL,
  alertWebhookUrl: parsed.ALERT_WEBHOOK_URL,
  clientAddress: parsed.CLIENT_ADDRESS ?? (onVercel ? 'vercel' : 'direct'),
  /** The URL of the journal's database. Null on Vercel without a database, because its disk does not last. */
  journal: outsideBuild(databaseUrl() ?? (onVercel ? null : 'file:data/leads.db')),
  retentionDays: parsed.LEADS_RETENTION_DAYS,
  /** Days until dead and suspect leads are deleted. */
  undeliveredRetentionDays: parsed.UNDELIVERED_RETENTION_DAYS,
  /** Leads that one client may submit in an hour. */
  leadsPerHour: parsed.LEADS_PER_HOUR,
  /** Leads with one phone number that are sent in a day. Further ones are suspects. */
  leadsPerPhone: parsed.LEADS_PER_PHONE,
  get webhookSecrets() {
    return secret('WEBHOOK_SECRET')
  },
  bodyExtras: parsed.WEBHOOK_BODY_EXTRAS,
  get cronSecret() {
    return secret('CRON_SECRET')
  },
  onVercel,
} as const

/** The variable with the address for a kind of lead. */
export const webhookOf = {
  booking: 'BOOKING_WEBHOOK_URL',
  'see-ai-in-action': 'CALLBACK_WEBHOOK_URL',
  'call-our-ai': 'CALLBACK_WEBHOOK_URL',
} as const satisfies Record<LeadKind, SecretName>
export type WebhookName = (typeof webhookOf)[LeadKind]

/** The address for a kind of lead. Null when the variable is not set. */
export function webhookUrl(kind: LeadKind): string | null {
  return urlOf(webhookOf[kind])
}

function urlOf(name: WebhookName): string | null {
  const parse = (text: string) => parseWebhookUrl(name, text)
  const given = process.env[name]?.trim()
  return fromFile(name, parse) ?? (given ? parse(given) : null)
}

/** The address as it is sent, such as with a scheme in lower case. Throws one sentence when it cannot be used. */
export function parseWebhookUrl(name: string, text: string): string {
  if (/[,\s]/.test(text))
    throw new OpsError(
      `${name} must be one address, and has a comma or a space. Of several addresses, keep the one that leads should go to. In an address, write a comma as %2C`,
    )
  if (!isHttpUrl(text))
    throw new OpsError(
      `${name} must be an http or https address without a password, such as https://example.com/hook`,
    )
  return new URL(text).href
}

/** n8n has a second address for each webhook, which takes one request while the workflow is open in its editor. */
export function isTrialAddress(url: string): boolean {
  return new URL(url).pathname.includes('/webhook-test/')
}

/** Each webhook is named by its variable. */
export const webhookNames = [...new Set(Object.values(webhookOf))]

/** The kinds of lead that go to a webhook. None while it is not set. */
export function sendableKinds(webhook: WebhookName): LeadKind[] {
  const kinds = Object.keys(sources) as LeadKind[]
  return urlOf(webhook) ? kinds.filter((kind) => webhookOf[kind] === webhook) : []
}

/** Reads every secret file. Throws when one cannot be used. */
export function checkSecretFiles(): void {
  void [webhookNames.map(urlOf), env.webhookSecrets, env.cronSecret]
}

/** The webhook variables with a trial address. */
export function trialWebhooks(): WebhookName[] {
  return webhookNames.filter((webhook) => isTrialAddress(urlOf(webhook) ?? 'none:'))
}

/** The webhook variables that are not set. Throws when one is invalid. */
export function missingWebhooks(): WebhookName[] {
  return webhookNames.filter((webhook) => !urlOf(webhook))
}

/** Whether a request has the CRON_SECRET. The comparison takes the same time for every wrong secret. */
export function hasCronSecret(request: Request): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const authorization = request.headers.get('authorization') ?? ''
  return (
    Boolean(env.cronSecret) &&
    timingSafeEqual(digest(authorization), digest(`Bearer ${env.cronSecret}`))
  )
}

function parse(): Variables {
  const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value?.trim()))
  for (const name of secretNames)
    if (given[name] && given[`${name}_FILE`])
      throw new OpsError(`${name} and ${name}_FILE are both set: remove one`)
  return resultOf(schema.safeParse(given))
}

function resultOf<T>({ data, error }: z.ZodSafeParseResult<T>): T {
  if (!error) return data
  const sentences = error.issues.map(({ path, message }) => `${String(path[0])} ${message}`)
  throw new OpsError(sentences.join('; '))
}

/** The value in the file that a variable names, as it is now. Undefined when no file is named. */
function fromFile<T>(name: SecretName, parseText: (text: string) => T): Readonly<T> | undefined {
  const variable = `${name}_FILE`
  const path = process.env[variable]?.trim()
  return path ? readSecretFile(variable, resolve(home, path), parseText) : undefined
}

function secret<Name extends SecretName & keyof Variables>(name: Name): Readonly<Variables[Name]> {
  const parseText = (text: string) => resultOf(schema.safeParse({ [name]: text }))[name]
  return fromFile(name, parseText) ?? parsed[name]
}

/** Its file is read once, because the journal is opened once. */
function databaseUrl(): string | undefined {
  const path = process.env.DATABASE_URL_FILE?.trim()
  const read = () => secret('DATABASE_URL')
  return path ? processWide(`DATABASE_URL_FILE ${path}`, read) : read()
}

function outsideBuild(url: string | null): string | null {
  if (home === process.cwd() || !url?.startsWith('file:')) return url
  return `file:${resolve(home, url.slice('file:'.length))}`
}

/** A `#` ends the address. In a password it would hide the rest. */
function isDatabaseUrl(value: string): boolean {
  if (value.startsWith('file:')) return value.length > 'file:'.length
  return /^postgres(ql)?:\/\/[^#]+$/.test(value) && URL.canParse(value)
}

function isHttpUrl(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, username, password } = new URL(value)
  return /^https?:$/.test(protocol) && !username && !password
}
