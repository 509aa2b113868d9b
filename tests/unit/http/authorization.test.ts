import { expect, it, vi } from 'vitest'

const secret = 'a secret of 16 letters'

it.each([
  [`Bearer ${secret}`, secret, true],
  [`Bearer ${secret.slice(0, -1)}`, secret, false],
  ['', secret, false],
  ['Bearer undefined', undefined, false],
])(
  'the authorization "%s", with the cron secret "%s", may start jobs: %s',
  async (authorization, cronSecret, starts) => {
    vi.stubEnv('CRON_SECRET', cronSecret)
    vi.resetModules()
    const { hasCronSecret } = await import('@/lib/http/authorization')
    const request = new Request('http://px.example/', { headers: { authorization } })
    expect(hasCronSecret(request)).toBe(starts)
  },
)
