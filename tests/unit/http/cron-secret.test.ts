import { expect, it, vi } from 'vitest'

it.each([
  ['Bearer a secret of 16 letters', 'a secret of 16 letters', true],
  ['Bearer a secret of 16 letter', 'a secret of 16 letters', false],
  ['', 'a secret of 16 letters', false],
  ['Bearer undefined', undefined, false],
])(
  'the authorization "%s" has the cron secret "%s": %s',
  async (authorization, secret, expected) => {
    vi.stubEnv('CRON_SECRET', secret)
    vi.resetModules()
    const { hasCronSecret } = await import('@/lib/http/cron-secret')
    const request = new Request('http://px.example/', { headers: { authorization } })
    expect(hasCronSecret(request)).toBe(expected)
  },
)
