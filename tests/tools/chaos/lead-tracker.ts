import type { ReceivedRequest } from '../../support/receiver/webhook-receiver'

export type Report = {
  submitted: number
  acknowledged: number
  delivered: number
  lost: number
  /** One sentence for each promise that was broken. */
  problems: string[]
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
    /** For each lead, the ids under which each version of its entries was delivered. */
    const deliveries = new Map<string, Map<number, Set<string>>>()
    for (const { accepted, headers, body: text } of received) {
      if (!accepted) continue
      const body: Body = JSON.parse(text)
      const name = body.Name ?? body.fullName ?? ''
      const version = (this.sent.get(name) ?? []).findIndex((entries) =>
        Object.keys(entries).every((key) => body[key] === entries[key]),
      )
      const versions = deliveries.get(name) ?? new Map<number, Set<string>>()
      const ids = versions.get(version) ?? new Set()
      deliveries.set(name, versions.set(version, ids.add(String(headers['webhook-id']))))
    }
    const lost: string[] = []
    const problems: string[] = []
    for (const [name, last] of this.acknowledged) {
      const versions = [...(deliveries.get(name)?.keys() ?? [])]
      if (!versions.some((version) => version >= last)) lost.push(name)
      if (versions.includes(-1))
        problems.push(`${name} was delivered with entries that were never sent`)
    }
    for (const [name, versions] of deliveries)
      if ([...versions.values()].some((ids) => ids.size > 1))
        problems.push(`${name} was delivered with the same entries under two ids`)
    return {
      submitted: this.submitted,
      acknowledged: this.acknowledged.size,
      delivered: deliveries.size,
      lost: lost.length,
      problems: [
        ...lost.map((name) => `${name} was never delivered as acknowledged last`),
        ...problems,
      ],
    }
  }
}
