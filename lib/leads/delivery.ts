import 'server-only'
import type { Payload } from './payload'

/** How a try to deliver ended. Only `delivered` means that the receiver said yes. */
export type Outcome = 'delivered' | 'rejected' | 'redirected' | 'timeout' | 'unreachable'

export const deliveryTimeoutMs = 8000

/** Posts one lead once. Never throws, never tells more than the outcome. */
export async function deliver(url: string, payload: Payload): Promise<Outcome> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(payload),
      // Followed, a 302 would turn the POST into a GET and a lost lead into a 200.
      redirect: 'manual',
      signal: AbortSignal.timeout(deliveryTimeoutMs),
    })
    void response.body?.cancel().catch(() => undefined)
    if (response.ok) return 'delivered'
    return response.status >= 300 && response.status < 400 ? 'redirected' : 'rejected'
  } catch (error) {
    return error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'unreachable'
  }
}
