import type { Received } from './receiver'

export type Report = {
  submitted: number
  acknowledged: number
  delivered: number
  /** Under one id, which the receiver can tell. */
  deliveredTwice: number
  /** Acknowledged and never delivered. */
  lost: string[]
  /** Delivered with other entries than were acknowledged. */
  changed: string[]
  /** Delivered under more than one id. */
  underTwoIds: string[]
}

type Body = Record<string, string>

/**
 * Compares what visitors were told with what the webhook received. The page and the server make the ids, so a lead
 * is recognized by its name, which no other lead of the run has.
 */
export class LeadTracker {
  private submitted = 0
  private acknowledged = new Map<string, Body>()

  /** The name of the next lead. Names have no digits. */
  nextName(): string {
    const digits = [...String(this.submitted++)]
    return `Lead ${digits.map((digit) => 'abcdefghij'[Number(digit)]).join('')}`
  }

  get count(): number {
    return this.submitted
  }

  /** The visitor was told yes: these fields must arrive. */
  acknowledge(name: string, body: Body): void {
    this.acknowledged.set(name, body)
  }

  report(received: readonly Received[]): Report {
    const deliveries = new Map<string, { id: string; body: Body }[]>()
    for (const { accepted, headers, body: text } of received) {
      if (!accepted) continue
      const body: Body = JSON.parse(text)
      const name = body.Name ?? body.fullName ?? ''
      const id = String(headers['webhook-id'])
      deliveries.set(name, [...(deliveries.get(name) ?? []), { id, body }])
    }
    const bodiesOf = (name: string) => (deliveries.get(name) ?? []).map(({ body }) => body)
    const idsOf = (name: string) => (deliveries.get(name) ?? []).map(({ id }) => id)
    const acknowledged = [...this.acknowledged]
    return {
      submitted: this.submitted,
      acknowledged: acknowledged.length,
      delivered: deliveries.size,
      deliveredTwice: [...deliveries.keys()].filter(
        (name) => new Set(idsOf(name)).size < idsOf(name).length,
      ).length,
      lost: acknowledged.flatMap(([name]) => (deliveries.has(name) ? [] : [name])),
      changed: acknowledged.flatMap(([name, told]) =>
        bodiesOf(name).some((body) => Object.keys(told).some((key) => body[key] !== told[key]))
          ? [name]
          : [],
      ),
      underTwoIds: [...deliveries.keys()].filter((name) => new Set(idsOf(name)).size > 1),
    }
  }
}

/** What breaks the promise to a lead, one sentence each. */
export function brokenPromises({ lost, changed, underTwoIds }: Report): string[] {
  return [
    ...lost.map((name) => `${name} was acknowledged and never delivered`),
    ...changed.map((name) => `${name} was delivered with other entries than acknowledged`),
    ...underTwoIds.map((name) => `${name} was delivered under two ids`),
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
