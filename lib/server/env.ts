import 'server-only'
import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { z } from 'zod'
import { type LeadKind, sources } from '../site'
import { processWide } from './process-wide'
import { EnvironmentError, readSecretFile } from './secret-files'

/**
 * The environment, parsed once. A bad value stops the start with a sentence that names the variable.
 * Webhook addresses, and secrets in files, are read when they are used.
 */

const httpUrl = (name: string) =>
  z
    .string()
    .refine(isHttpUrl, `${name} must be an http or https address such as https://example.com`)

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
  ALERT_WEBHOOK_URL: httpUrl('ALERT_WEBHOOK_URL').optional(),
  CLIENT_ADDRESS: z
    .string()
    .regex(
      /^(vercel|direct|proxy:[1-9]\d?)$/,
      'CLIENT_ADDRESS must be vercel, direct or proxy:N, N being the number of your own proxies in front',
    )
    .optional(),
  DATABASE_URL: z
    .string()
    .regex(/^(file:.|postgres(ql)?:\/\/.)/, 'DATABASE_URL must be file:PATH or postgres://…')
    .optional(),
  LEADS_RETENTION_DAYS: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, 'LEADS_RETENTION_DAYS must be a number of days from 1 to 9999')
    .transform(Number)
    .default(30),
  UNDELIVERED_RETENTION_DAYS: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, 'UNDELIVERED_RETENTION_DAYS must be a number of days from 1 to 9999')
    .transform(Number)
    .default(180),
  DELIVERY_CONCURRENCY: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, 'DELIVERY_CONCURRENCY must be a number from 1 to 999')
    .transform(Number)
    .default(16),
  LEADS_PER_HOUR: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, 'LEADS_PER_HOUR must be a number from 1 to 999999')
    .transform(Number)
    .default(300),
  WEBHOOK_SECRET: list
    .pipe(
      z.array(
        z
          .string()
          .regex(
            /^whsec_[A-Za-z0-9+/]{16,}={0,2}$/,
            'WEBHOOK_SECRET must be whsec_ and base64, several by comma while rotating',
          ),
      ),
    )
    .default([]),
  WEBHOOK_BODY_EXTRAS: list
    .pipe(
      z.array(
        z.enum(
          bodyExtras,
          `WEBHOOK_BODY_EXTRAS must list ${bodyExtras.join(', ')} or some of them`,
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
/** The standalone server moves into a folder that the next build removes. Relative paths do not start there. */
const home = process.cwd().replace(/[\\/]\.next[\\/]standalone$/, '')
const parsed = parse()

const siteUrl = parsed.SITE_URL ?? vercelOrigin()

export const env = {
  siteUrl: siteUrl ?? 'http://localhost:3000',
  siteUrlIsSet: siteUrl !== undefined,
  privacyUrl: parsed.PRIVACY_URL,
  /** Where ops are told what needs them. */
  alertWebhookUrl: parsed.ALERT_WEBHOOK_URL,
  clientAddress: parsed.CLIENT_ADDRESS ?? (onVercel ? 'vercel' : 'direct'),
  /** Where leads are written down: an address, or null where no disk lasts. */
  journal: placed(databaseUrl() ?? (onVercel ? null : 'file:data/leads.db')),
  retentionDays: parsed.LEADS_RETENTION_DAYS,
  /** After how many days dead and suspect leads are deleted. */
  undeliveredRetentionDays: parsed.UNDELIVERED_RETENTION_DAYS,
  /** How many leads the background sends to one webhook at a time. */
  deliveryConcurrency: parsed.DELIVERY_CONCURRENCY,
  /** How many tries one client may make in an hour. */
  leadsPerHour: parsed.LEADS_PER_HOUR,
  get webhookSecrets() {
    return (
      fromFile('WEBHOOK_SECRET', parseWith(schema.shape.WEBHOOK_SECRET)) ?? parsed.WEBHOOK_SECRET
    )
  },
  bodyExtras: parsed.WEBHOOK_BODY_EXTRAS,
  get cronSecret() {
    return fromFile('CRON_SECRET', parseWith(schema.shape.CRON_SECRET)) ?? parsed.CRON_SECRET
  },
  /** Changes whenever a new start may know other webhooks; undefined where every start of a server does. */
  deployment: onVercel ? vercelDeployment() : undefined,
  tracing: Boolean(process.env.OTEL_EXPORTER_OTLP_ENDPOINT),
} as const

const webhookVariable = {
  booking: 'BOOKING_WEBHOOK_URL',
  'see-ai-in-action': 'CALLBACK_WEBHOOK_URL',
  'call-our-ai': 'CALLBACK_WEBHOOK_URL',
} as const satisfies Record<LeadKind, SecretName>
type WebhookName = (typeof webhookVariable)[LeadKind]

/** Where leads of a kind go, now, in the order in which to try. Empty when the variable is not set. */
export function webhookUrls(kind: LeadKind): readonly string[] {
  return urlsOf(webhookVariable[kind])
}

function urlsOf(name: WebhookName): readonly string[] {
  const parseUrls = (text: string) => {
    const urls = list.parse(text)
    if (urls.every(isHttpUrl)) return urls
    throw new EnvironmentError(
      `${name} must be an http or https address without a password, or several by comma`,
    )
  }
  return fromFile(name, parseUrls) ?? parseUrls(process.env[name] ?? '')
}

/** Differs when a webhook has another address. */
export function webhooksVersion(): string {
  return webhookNames.map((name) => urlsOf(name).join()).join('\n')
}

export function webhookOf(kind: LeadKind): WebhookName {
  return webhookVariable[kind]
}

/** The webhooks by their variables. */
export const webhookNames = [...new Set(Object.values(webhookVariable))]

/** The kinds of lead that can be sent now: to any webhook, or to one. */
export function sendableKinds(webhook?: string): LeadKind[] {
  return (Object.keys(sources) as LeadKind[]).filter(
    (kind) =>
      (webhook === undefined || webhookVariable[kind] === webhook) && webhookUrls(kind).length > 0,
  )
}

/** Reads every secret file. Throws when one cannot be used. */
export function checkSecretFiles(): void {
  void [webhooksVersion(), env.webhookSecrets, env.cronSecret]
}

/** The webhook variables that are not set. A bad one throws. */
export function missingWebhooks(): string[] {
  return webhookNames.filter((webhook) => sendableKinds(webhook).length === 0)
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

/** The value in the file that a variable names, as it is now. */
function fromFile<T>(name: SecretName, parseText: (text: string) => T): Readonly<T> | undefined {
  const path = process.env[secretFiles[name]]?.trim()
  return path ? readSecretFile(secretFiles[name], resolve(home, path), parseText) : undefined
}

function parseWith<T>(value: z.ZodType<T>): (text: string) => T {
  return (text) => {
    const result = value.safeParse(text)
    if (result.success) return result.data
    throw new EnvironmentError(result.error.issues[0]?.message)
  }
}

/** Read once: the journal is opened once. */
function databaseUrl(): string | undefined {
  const read = () =>
    fromFile('DATABASE_URL', parseWith(schema.shape.DATABASE_URL)) ?? parsed.DATABASE_URL
  const path = process.env[secretFiles.DATABASE_URL]?.trim()
  return path ? processWide(`DATABASE_URL_FILE ${path}`, read) : read()
}

function placed(url: string | null): string | null {
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

/** Without the platform's own id, which can be switched off, the webhooks themselves tell deployments apart. */
function vercelDeployment(): string {
  const { VERCEL_DEPLOYMENT_ID, CALLBACK_WEBHOOK_URL, BOOKING_WEBHOOK_URL } = process.env
  if (VERCEL_DEPLOYMENT_ID) return VERCEL_DEPLOYMENT_ID
  const webhooks = `${CALLBACK_WEBHOOK_URL}\n${BOOKING_WEBHOOK_URL}`
  return createHash('sha256').update(webhooks).digest('hex')
}

function vercelOrigin(): string | undefined {
  const host = process.env.VERCEL_PROJECT_PRODUCTION_URL
  return host ? `https://${host}` : undefined
}
