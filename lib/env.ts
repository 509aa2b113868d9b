import 'server-only'
import { z } from 'zod'
import { type LeadKind, sources } from './site'

/**
 * The environment, parsed once. A bad value stops the start with a sentence that names the variable.
 * Webhook addresses alone are read when a lead is sent.
 */

const origin = z
  .url({
    protocol: /^https?$/,
    error: 'SITE_URL must be an http or https address such as https://example.com',
  })
  .transform((value) => new URL(value).origin)

const schema = z.object({
  SITE_URL: origin.optional(),
  CLIENT_ADDRESS: z
    .string()
    .regex(
      /^(vercel|direct|proxy:[1-9]\d?)$/,
      'CLIENT_ADDRESS must be vercel, direct or proxy:N, N being the number of your own proxies in front',
    )
    .optional(),
  PRIVACY_URL: z
    .url({ protocol: /^https?$/, error: 'PRIVACY_URL must be an http or https address' })
    .optional(),
})

const webhookVariable: Record<LeadKind, string> = {
  booking: 'BOOKING_WEBHOOK_URL',
  'see-ai-in-action': 'CALLBACK_WEBHOOK_URL',
  'call-our-ai': 'CALLBACK_WEBHOOK_URL',
}

export class EnvironmentError extends Error {}

const onVercel = Boolean(process.env.VERCEL)
const parsed = parse()

export const env = {
  siteUrl: parsed.SITE_URL ?? vercelOrigin() ?? 'http://localhost:3000',
  clientAddress: parsed.CLIENT_ADDRESS ?? (onVercel ? 'vercel' : 'direct'),
  privacyUrl: parsed.PRIVACY_URL,
} as const

/** Where leads of a kind go, now. Undefined when the variable is not set. */
export function webhookUrl(kind: LeadKind): string | undefined {
  const name = webhookVariable[kind]
  const value = process.env[name]?.trim()
  if (!value) return undefined
  if (!isWebhookUrl(value)) throw new EnvironmentError(`${name} must be an http or https address`)
  return value
}

/** Sentences for ops, one for each webhook variable that is not set. A bad one throws. */
export function missingWebhooks(): string[] {
  const kinds = Object.keys(sources) as LeadKind[]
  const missing = kinds.filter((kind) => !webhookUrl(kind)).map((kind) => webhookVariable[kind])
  return [...new Set(missing)].map((name) => `${name} is not set: its leads cannot be delivered`)
}

function parse() {
  const given = Object.entries(process.env).filter(([, value]) => value?.trim())
  const result = schema.safeParse(Object.fromEntries(given))
  if (result.success) return result.data
  throw new EnvironmentError(result.error.issues.map(({ message }) => message).join('; '))
}

function isWebhookUrl(value: string): boolean {
  try {
    return /^https?:$/.test(new URL(value).protocol)
  } catch {
    return false
  }
}

function vercelOrigin(): string | undefined {
  const host = process.env.VERCEL_PROJECT_PRODUCTION_URL
  return host ? `https://${host}` : undefined
}
