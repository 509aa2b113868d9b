import 'server-only'
import { webhookNames, webhookOf } from '@/lib/server/env'
import { processWide } from '@/lib/server/process-wide'
import type { LeadKind } from '@/lib/site'

/** A failure says little about a webhook that nothing was sent to since. */
const rememberMs = 60_000
const failedAt = processWide('recent-sends', () => new Map<string, number>())

export function recordSend(kind: LeadKind, delivered: boolean): void {
  if (delivered) failedAt.delete(webhookOf(kind))
  else failedAt.set(webhookOf(kind), performance.now())
}

/** The webhooks whose last send failed a moment ago. */
export function failingWebhooks(): string[] {
  const since = performance.now() - rememberMs
  return webhookNames.filter((webhook) => (failedAt.get(webhook) ?? since) > since)
}
