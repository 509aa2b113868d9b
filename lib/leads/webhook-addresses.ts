import 'server-only'
import { env } from '@/lib/env'
import { type LeadKind, sources } from '@/lib/site'

/** Which webhook gets which leads. Each webhook is named by its variable. */

export const webhookOf = {
  booking: 'BOOKING_WEBHOOK_URL',
  'see-ai-in-action': 'CALLBACK_WEBHOOK_URL',
  'call-our-ai': 'CALLBACK_WEBHOOK_URL',
} as const satisfies Record<LeadKind, keyof typeof env.webhookUrls>
export type WebhookName = (typeof webhookOf)[LeadKind]

export const webhookNames = [...new Set(Object.values(webhookOf))]

/** The webhooks whose variable is not set. */
export function missingWebhooks(): WebhookName[] {
  return webhookNames.filter((name) => !env.webhookUrls[name])
}

/** The kinds of lead that go to a webhook. None while it is not set. */
export function sendableKinds(webhook: WebhookName): LeadKind[] {
  if (!env.webhookUrls[webhook]) return []
  return (Object.keys(sources) as LeadKind[]).filter((kind) => webhookOf[kind] === webhook)
}

/** n8n has a second address for each webhook, which takes one request while the workflow is open in its editor. */
export function isTrialAddress(url: string): boolean {
  return new URL(url).pathname.includes('/webhook-test/')
}

/** The webhooks that are set to a trial address. */
export function trialWebhooks(): WebhookName[] {
  return webhookNames.filter((name) => isTrialAddress(env.webhookUrls[name] ?? 'none:'))
}
