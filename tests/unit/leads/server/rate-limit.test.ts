import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { socketAddressHeader } from '@/lib/leads/server/client-address'
import { consumeRateLimit } from '@/lib/leads/server/rate-limit'
import { resubmitDelayMs } from '@/lib/leads/shared/fields'

const from = (address: string) => new Headers({ [socketAddressHeader]: address })

describe('the rate limit', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date('2026-11-20T20:00:00Z') })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('rejects a second submission within two seconds and accepts one after that', async () => {
    expect(resubmitDelayMs).toBe(2000)
    expect(await consumeRateLimit(from('10.0.0.1'))).not.toBeNull()
    vi.advanceTimersByTime(1999)
    expect(await consumeRateLimit(from('10.0.0.1'))).toBeNull()
    vi.advanceTimersByTime(1)
    expect(await consumeRateLimit(from('10.0.0.1'))).not.toBeNull()
  })

  it('counts each client separately', async () => {
    expect(await consumeRateLimit(from('10.0.0.2'))).not.toBeNull()
    expect(await consumeRateLimit(from('10.0.0.3'))).not.toBeNull()
  })

  it('accepts another submission at once after a refund', async () => {
    const permit = await consumeRateLimit(from('10.0.0.4'))
    await permit?.refund()
    expect(await consumeRateLimit(from('10.0.0.4'))).not.toBeNull()
  })

  it('rejects the 301st submission of a client within an hour', async () => {
    for (let i = 0; i < 300; i++) {
      expect(await consumeRateLimit(from('10.0.0.5'))).not.toBeNull()
      vi.advanceTimersByTime(2000)
    }
    expect(await consumeRateLimit(from('10.0.0.5'))).toBeNull()
    expect(await consumeRateLimit(from('10.0.0.6'))).not.toBeNull()
    vi.advanceTimersByTime(3_600_000)
    expect(await consumeRateLimit(from('10.0.0.5'))).not.toBeNull()
  })

  it('limits the addresses of one IPv6 network together', async () => {
    for (let i = 0; i < 1200; i++)
      expect(await consumeRateLimit(from(`2001:db8:5:${i.toString(16)}::1`))).not.toBeNull()
    expect(await consumeRateLimit(from('2001:db8:5:ffff::1'))).toBeNull()
    expect(await consumeRateLimit(from('2001:db8:6::1'))).not.toBeNull()
  })

  it('accepts submissions without a client address', async () => {
    expect(await consumeRateLimit(new Headers())).not.toBeNull()
    expect(await consumeRateLimit(new Headers())).not.toBeNull()
  })
})
