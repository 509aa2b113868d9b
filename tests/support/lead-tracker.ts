import { markdownTable } from './figures'
import type { ReceivedRequest } from './webhook-receiver'

export type Report = {
  submitted: number
  acknowledged: number
  delivered: number
  /** The same entries, twice under one id. A receiver can detect that. */
  deliveredTwice: number
  /** Acknowledged, but neither the last acknowledged entries nor a later correction was delivered. */
  lost: string[]
  /** Delivered with entries that were never sent. */
  changed: string[]
  /** The same entries delivered under more than one id. */
  underTwoIds: string[]
}

type Body = Record<string, string>

/**
 * Compares the acknowledged leads with those that the webhook received. Every lead of a run has a unique name, which
 * identifies it. A visitor may correct the other entries. Until a correction is acknowledged, the webhook may receive
 * the earlier entries, the corrected ones, or both.
 */
export class LeadTracker {
  private submitted = 0
  /** All entries that visitors sent for a lead, in order. */
  private sent = new Map<string, Body[]>()
  /** The index in `sent` of the entries that were acknowledged last. */
  private acknowledged = new Map<string, number>()

  /** The name of the next lead. The form accepts no digits in names. */
  nextName(): string {
    const digits = [...String(this.submitted++)]
    return `Lead ${digits.map((digit) => 'abcdefghij'[Number(digit)]).join('')}`
  }

  get count(): number {
    return this.submitted
  }

  /** Records that a visitor sends these entries. From now on, the webhook may receive them. */
  send(name: string, body: Body): void {
    this.sent.set(name, [...(this.sent.get(name) ?? []), body])
  }

  /** Records that the visitor saw a success message. The webhook must receive these entries or a later correction. */
  acknowledge(name: string, body: Body): void {
    if (!this.sent.get(name)?.includes(body)) this.send(name, body)
    this.acknowledged.set(name, this.sent.get(name)?.indexOf(body) ?? 0)
  }

  report(received: readonly Pick<ReceivedRequest, 'accepted' | 'headers' | 'body'>[]): Report {
    const deliveries = new Map<string, { id: string; version: number }[]>()
    for (const { accepted, headers, body: text } of received) {
      if (!accepted) continue
      const body: Body = JSON.parse(text)
      const name = body.Name ?? body.fullName ?? ''
      const id = String(headers['webhook-id'])
      const version = (this.sent.get(name) ?? []).findIndex((entries) =>
        Object.keys(entries).every((key) => body[key] === entries[key]),
      )
      deliveries.set(name, [...(deliveries.get(name) ?? []), { id, version }])
    }
    const delivered = [...deliveries.keys()]
    const deliveriesOf = (name: string) => deliveries.get(name) ?? []
    const acknowledged = [...this.acknowledged]
    return {
      submitted: this.submitted,
      acknowledged: acknowledged.length,
      delivered: delivered.length,
      deliveredTwice: delivered.filter(
        (name) => distinct(deliveriesOf(name)) < deliveriesOf(name).length,
      ).length,
      lost: acknowledged.flatMap(([name, last]) =>
        deliveriesOf(name).some(({ version }) => version >= last) ? [] : [name],
      ),
      changed: acknowledged.flatMap(([name]) =>
        deliveriesOf(name).some(({ version }) => version < 0) ? [name] : [],
      ),
      underTwoIds: delivered.filter((name) =>
        deliveriesOf(name).some(({ version }) => {
          const same = deliveriesOf(name).filter((other) => other.version === version)
          return distinct(same) > 1
        }),
      ),
    }
  }
}

function distinct(values: object[]): number {
  return new Set(values.map((value) => JSON.stringify(value))).size
}

/** One sentence for each promise that was broken. */
export function brokenPromises({ lost, changed, underTwoIds }: Report): string[] {
  return [
    ...lost.map((name) => `${name} was never delivered as acknowledged last`),
    ...changed.map((name) => `${name} was delivered with entries that were never sent`),
    ...underTwoIds.map((name) => `${name} was delivered with the same entries under two ids`),
  ]
}

export function reportTable(rows: [name: string, report: Report][]): string {
  const head = ['', 'submitted', 'acknowledged', 'delivered', 'delivered twice', 'lost']
  const body = rows.map(([name, report]) => [
    name,
    report.submitted,
    report.acknowledged,
    report.delivered,
    report.deliveredTwice,
    report.lost.length,
  ])
  return markdownTable(head, body)
}
