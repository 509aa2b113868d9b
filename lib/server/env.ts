import 'server-only'
import { createHash, timingSafeEqual } from 'node:crypto'
import { resolve } from 'node:path'
import { z } from 'zod'
import { type LeadKind, sources } from '../site'
import { processWide } from './process-wide'
import { EnvironmentError, parseWith, readSecretFile } from './secret-files'

/**
 * The environment, parsed once. An invalid value stops the start with a message that names the variable. Only webhook
 * addresses, and secrets in files, are read again for every use.
 */

const httpUrl = (name: string) =>
  z
    .string()
    .refine(isHttpUrl, `${name} must be an http or https address such as https://example.com`)

const positiveNumber = (name: string, digits: number, initial: number) =>
  z
    .string()
    .regex(
      new RegExp(`^[1-9]\\d{0,${digits - 1}}$`),
      `${name} must be a number from 1 to ${'9'.repeat(digits)}`,
    )
    .transform(Number)
    .default(initial)

const list = z.string().transform((value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
)

const bodyExtras = ['submissionId', 'attribution', 'consent'] as const
export type BodyExtra = (typeof bodyExtras)[number]

const schema = z.object({
  SITE_URL: httpUrl('SITE_URL')
    .transform((value) => new URL(value).origin)
    .optional(),
  PRIVACY_URL: httpUrl('PRIVACY_URL').optional(),
  SUPPORT_EMAIL: z
    .email('SUPPORT_EMAIL must be an email address such as help@example.com')
    .optional(),
  SUPPORT_PHONE: z
    .string()
    .regex(
      /^(?=(\D*\d){10,15}\D*$)\+?[\d ().-]+$/,
      'SUPPORT_PHONE must be a phone number of 10 to 15 digits such as (509) 555-0147',
    )
    .optional(),
  ALERT_WEBHOOK_URL: httpUrl('ALERT_WEBHOOK_URL').optional(),
  CLIENT_ADDRESS: z
    .string()
    .regex(
      /^(vercel|direct|proxy:[1-9]\d?)$/,
      'CLIENT_ADDRESS must be vercel, direct or proxy:N, where N is the number of your own proxies',
    )
    .optional(),
  DATABASE_URL: z
    .string()
    .regex(/^(file:.|postgres(ql)?:\/\/.)/, 'DATABASE_URL must be file:PATH or postgres://…')
    .optional(),
  LEADS_RETENTION_DAYS: positiveNumber('LEADS_RETENTION_DAYS', 4, 30),
  UNDELIVERED_RETENTION_DAYS: positiveNumber('UNDELIVERED_RETENTION_DAYS', 4, 180),
  DELIVERY_CONCURRENCY: positiveNumber('DELIVERY_CONCURRENCY', 3, 16),
  LEADS_PER_HOUR: positiveNumber('LEADS_PER_HOUR', 6, 300),
  LEADS_PER_PHONE: positiveNumber('LEADS_PER_PHONE', 6, 5),
  WEBHOOK_SECRET: list
    .pipe(
      z.array(
        z
          .string()
          .regex(
            /^whsec_[A-Za-z0-9+/]{16,}={0,2}$/,
            'WEBHOOK_SECRET must be whsec_ followed by base64, or several of these separated by commas',
          ),
      ),
    )
    .default([]),
  WEBHOOK_BODY_EXTRAS: list
    .pipe(
      z.array(
        z.enum(
          bodyExtras,
          `WEBHOOK_BODY_EXTRAS must be one or more of these, separated by commas: ${bodyExtras.join(', ')}`,
        ),
      ),
    )
    .default([]),
  CRON_SECRET: z.string().min(16, 'CRON_SECRET must have at least 16 characters').optional(),
})

/** The variables whose value can be in a file instead, and the variables that name the file. */
const secretFiles = {
  CALLBACK_WEBHOOK_URL: 'CALLBACK_WEBHOOK_URL_FILE',
  BOOKING_WEBHOOK_URL: 'BOOKING_WEBHOOK_URL_FILE',
  WEBHOOK_SECRET: 'WEBHOOK_SECRET_FILE',
  CRON_SECRET: 'CRON_SECRET_FILE',
  DATABASE_URL: 'DATABASE_URL_FILE',
} as const
type SecretName = keyof typeof secretFiles

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
  /** Leads that are redelivered to one webhook at a time. */
  deliveryConcurrency: parsed.DELIVERY_CONCURRENCY,
  /** Leads that one client may submit in an hour. */
  leadsPerHour: parsed.LEADS_PER_HOUR,
  /** Leads with one phone number that are sent in a day. Further ones are suspects. */
  leadsPerPhone: parsed.LEADS_PER_PHONE,
  get webhookSecrets() {
    return (
      fromFile('WEBHOOK_SECRET', parseWith(schema.shape.WEBHOOK_SECRET)) ?? parsed.WEBHOOK_SECRET
    )
  },
  bodyExtras: parsed.WEBHOOK_BODY_EXTRAS,
  get cronSecret() {
    return fromFile('CRON_SECRET', parseWith(schema.shape.CRON_SECRET)) ?? parsed.CRON_SECRET
  },
  onVercel,
  tracing: Boolean(process.env.OTEL_EXPORTER_OTLP_ENDPOINT),
} as const

const webhookVariable = {
  booking: 'BOOKING_WEBHOOK_URL',
  'see-ai-in-action': 'CALLBACK_WEBHOOK_URL',
  'call-our-ai': 'CALLBACK_WEBHOOK_URL',
} as const satisfies Record<LeadKind, SecretName>
type WebhookName = (typeof webhookVariable)[LeadKind]

/** The address for a kind of lead. Null when the variable is not set. */
export function webhookUrl(kind: LeadKind): string | null {
  return urlOf(webhookVariable[kind])
}

function urlOf(name: WebhookName): string | null {
  const parse = (text: string) => parseWebhookUrl(name, text)
  const given = process.env[name]?.trim()
  return fromFile(name, parse) ?? (given ? parse(given) : null)
}

/** The address as it is sent, such as with a scheme in lower case. Throws one sentence when it cannot be used. */
export function parseWebhookUrl(name: string, text: string): string {
  if (/[,\s]/.test(text))
    throw new EnvironmentError(
      `${name} must be one address, and has a comma or a space. Of several addresses, keep the one that leads should go to. In an address, write a comma as %2C`,
    )
  if (!isHttpUrl(text))
    throw new EnvironmentError(
      `${name} must be an http or https address without a password, such as https://example.com/hook`,
    )
  return new URL(text).href
}

export function webhookOf(kind: LeadKind): WebhookName {
  return webhookVariable[kind]
}

/** Each webhook is named by its variable. */
export const webhookNames = [...new Set(Object.values(webhookVariable))]

/** The kinds of lead whose webhook is set, or those among them that go to one webhook. */
export function sendableKinds(webhook?: string): LeadKind[] {
  return (Object.keys(sources) as LeadKind[]).filter(
    (kind) =>
      (webhook === undefined || webhookVariable[kind] === webhook) && webhookUrl(kind) !== null,
  )
}

/** Reads every secret file. Throws when one cannot be used. */
export function checkSecretFiles(): void {
  void [webhookNames.map(urlOf), env.webhookSecrets, env.cronSecret]
}

/** The webhook variables that are not set. Throws when one is invalid. */
export function missingWebhooks(): string[] {
  return webhookNames.filter((webhook) => sendableKinds(webhook).length === 0)
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

function parse() {
  const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value?.trim()))
  for (const [name, file] of Object.entries(secretFiles))
    if (given[name] && given[file])
      throw new EnvironmentError(`${name} and ${file} are both set: remove one`)
  const result = schema.safeParse(given)
  if (result.success) return result.data
  throw new EnvironmentError(result.error.issues.map(({ message }) => message).join('; '))
}

/** The value in the file that a variable names, as it is now. Undefined when no file is named. */
function fromFile<T>(name: SecretName, parseText: (text: string) => T): Readonly<T> | undefined {
  const path = process.env[secretFiles[name]]?.trim()
  return path ? readSecretFile(secretFiles[name], resolve(home, path), parseText) : undefined
}

/** Its file is read once, because the journal is opened once. */
function databaseUrl(): string | undefined {
  const read = () =>
    fromFile('DATABASE_URL', parseWith(schema.shape.DATABASE_URL)) ?? parsed.DATABASE_URL
  const path = process.env[secretFiles.DATABASE_URL]?.trim()
  return path ? processWide(`DATABASE_URL_FILE ${path}`, read) : read()
}

function outsideBuild(url: string | null): string | null {
  if (home === process.cwd() || !url?.startsWith('file:')) return url
  return `file:${resolve(home, url.slice('file:'.length))}`
}

export function isHttpUrl(value: string): boolean {
  try {
    const { protocol, username, password } = new URL(value)
    return /^https?:$/.test(protocol) && !username && !password
  } catch {
    return false
  }
}
