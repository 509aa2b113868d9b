import 'server-only'
import { registerOTel } from '@vercel/otel'

/** Sends traces to the collector that the environment names. Calls to webhooks are left out: a span would quote their address. */
export function startTracing(): void {
  process.env.NEXT_OTEL_FETCH_DISABLED = '1'
  registerOTel({ serviceName: 'plumbing-xperience', instrumentations: [] })
}
