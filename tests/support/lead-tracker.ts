import type { Received } from './receiver'

export type Report = {
  submitted: number
  acknowledged: number
  delivered: number
  /** The same entries under one id, which the receiver can tell. */
  deliveredTwice: number
  /** Acknowledged and never delivered, neither as acknowledged last nor with a later correction. */
  lost: string[]
  /** Delivered with entries that were never sent. */
  changed: string[]
  /** The same entries delivered under more ids than they may have. */
  underTwoIds: string[]
}

type Body = Record<string, string>

/**
 * Compares what visitors were told with what the webhook received. A lead is recognized by its name, which no other
 * lead of the run has. Its visitor may correct the other entries. Until a correction is acknowledged, the webhook may
 * receive the earlier entries, the corrected ones, or both.
 */
export class LeadTracker {
  /** Ids that the same correction may arrive under. While the database is away, it goes out under the lead's own. */
  private readonly idsPerCorrection: number
  private submitted = 0
  /** All entries that visitors sent for a lead, in order. */
  private sent = new Map<string, Body[]>()
  /** Which of them were acknowledged last. */
  private acknowledged = new Map<string, number>()

  constructor({ databaseMayFail }: { databaseMayFail: boolean }) {
    this.idsPerCorrection = databaseMayFail ? 2 : 1
  }

  /** The name of the next lead. Names have no digits. */
  nextName(): string {
    const digits = [...String(this.submitted++)]
    return `Lead ${digits.map((digit) => 'abcdefghij'[Number(digit)]).join('')}`
  }

  get count(): number {
    return this.submitted
  }

  /** These fields may arrive from now on. */
  send(name: string, body: Body): void {
    this.sent.set(name, [...(this.sent.get(name) ?? []), body])
  }

  /** The visitor was told yes: these fields must arrive, or those of a later correction. */
  acknowledge(name: string, body: Body): void {
    if (!this.sent.get(name)?.includes(body)) this.send(name, body)
    this.acknowledged.set(name, this.sent.get(name)?.indexOf(body) ?? 0)
  }

  report(received: readonly Received[]): Report {
    const deliveries = new Map<string, { id: string; version: number }[]>()
    for (const { accepted, headers, body: text } of received) {
      if (!accepted) continue
      const body: Body = JSON.parse(text)
      const name = body.Name ?? body.fullName ?? ''
      const id = String(headers['webhook-id'])
      const version = (this.sent.get(name) ?? []).findIndex((told) =>
        Object.keys(told).every((key) => body[key] === told[key]),
      )
      deliveries.set(name, [...(deliveries.get(name) ?? []), { id, version }])
    }
    const delivered = [...deliveries.keys()]
    const of = (name: string) => deliveries.get(name) ?? []
    const acknowledged = [...this.acknowledged]
    return {
      submitted: this.submitted,
      acknowledged: acknowledged.length,
      delivered: delivered.length,
      deliveredTwice: delivered.filter((name) => distinct(of(name)) < of(name).length).length,
      lost: acknowledged.flatMap(([name, last]) =>
        of(name).some(({ version }) => version >= last) ? [] : [name],
      ),
      changed: acknowledged.flatMap(([name]) =>
        of(name).some(({ version }) => version < 0) ? [name] : [],
      ),
      underTwoIds: delivered.filter((name) =>
        of(name).some(({ version }) => {
          const same = of(name).filter((other) => other.version === version)
          return distinct(same) > (version > 0 ? this.idsPerCorrection : 1)
        }),
      ),
    }
  }
}

function distinct(values: object[]): number {
  return new Set(values.map((value) => JSON.stringify(value))).size
}

/** What breaks the promise to a lead, one sentence each. */
export function brokenPromises({ lost, changed, underTwoIds }: Report): string[] {
  return [
    ...lost.map((name) => `${name} was never delivered as acknowledged last`),
    ...changed.map((name) => `${name} was delivered with entries that were never sent`),
    ...underTwoIds.map((name) => `${name} was delivered with the same entries under too many ids`),
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
  return [head, head.map(() => '---'), ...body]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}
