import 'server-only'
import { type LeadKind, leadKinds } from '@/lib/forms/forms'
import { env, type WebhookName, webhookNames, webhookOf } from '@/lib/server/env'

export function missingWebhooks(): WebhookName[] {
  return webhookNames.filter((name) => !env.webhookUrls[name])
}

/** The kinds of lead that go to a webhook. None while it is not set. */
export function sendableKinds(webhook: WebhookName): LeadKind[] {
  if (!env.webhookUrls[webhook]) return []
  return leadKinds.filter((kind) => webhookOf[kind] === webhook)
}

/** n8n has a second address for each webhook, which takes one request while the workflow is open in its editor. */
export function isTrialAddress(url: string): boolean {
  return new URL(url).pathname.includes('/webhook-test/')
}

export function trialWebhooks(): WebhookName[] {
  return webhookNames.filter((name) => isTrialAddress(env.webhookUrls[name] ?? 'none:'))
}
