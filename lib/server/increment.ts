import 'server-only'
import { runtime } from './runtime'

/** Counts what has happened in this process since its start. Ops read it with lib/ops/metrics.ts. */
export function increment(metric: string, labels: Record<string, string>, by = 1): void {
  const key = `${metric}${formatLabels(labels)}`
  runtime.metrics.set(key, (runtime.metrics.get(key) ?? 0) + by)
}

/** Values are names of this site, so nothing in them has to be escaped. */
export function formatLabels(labels: Record<string, string>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value}"`)
  return pairs.length > 0 ? `{${pairs.join(',')}}` : ''
}
