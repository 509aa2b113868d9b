import { expect, it, vi } from 'vitest'

const [secret, token] = ['a secret of 16 letters', 'a token of 16 letters']

it.each([
  [`Bearer ${secret}`, secret, token, true, true],
  [`Bearer ${token}`, secret, token, false, true],
  [`Bearer ${token}`, undefined, token, false, true],
  [`Bearer ${secret.slice(0, -1)}`, secret, token, false, false],
  ['', secret, token, false, false],
  ['Bearer undefined', undefined, undefined, false, false],
])(
  'the authorization "%s", with the cron secret "%s" and the token "%s", may start jobs: %s, and read: %s',
  async (authorization, cronSecret, metricsToken, starts, reads) => {
    vi.stubEnv('CRON_SECRET', cronSecret)
    vi.stubEnv('METRICS_TOKEN', metricsToken)
    vi.resetModules()
    const { hasCronSecret, mayReadMetrics } = await import('@/lib/http/authorization')
    const request = new Request('http://px.example/', { headers: { authorization } })
    expect([hasCronSecret(request), mayReadMetrics(request)]).toEqual([starts, reads])
  },
)
