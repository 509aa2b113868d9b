import { expect, it, vi } from 'vitest'

it.each([
  ['Bearer a secret of 16 letters', true],
  ['Bearer a secret of 16 letter', false],
  ['', false],
])('the authorization "%s" has the cron secret: %s', async (authorization, expected) => {
  vi.stubEnv('CRON_SECRET', 'a secret of 16 letters')
  vi.resetModules()
  const { hasCronSecret } = await import('@/lib/http/cron-secret')
  const request = new Request('http://px.example/', { headers: { authorization } })
  expect(hasCronSecret(request)).toBe(expected)
})
