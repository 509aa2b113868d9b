import { expect, it, vi } from 'vitest'
import { escapeJson } from '@/lib/seo'

it('structured data cannot end its script element', () => {
  const json = escapeJson({ name: '</script><script>alert(1)' })
  expect(json).toBe('{"name":"\\u003c/script>\\u003cscript>alert(1)"}')
  expect(JSON.parse(json)).toEqual({ name: '</script><script>alert(1)' })
})

it.each([
  [{}, undefined],
  [
    { SUPPORT_EMAIL: 'help@px.example', SUPPORT_PHONE: '(509) 555-0199' },
    { email: 'help@px.example', telephone: '(509) 555-0199' },
  ],
])('with %o, the structured data names the contact %o', async (variables, contact) => {
  for (const name of ['SUPPORT_EMAIL', 'SUPPORT_PHONE']) vi.stubEnv(name, undefined)
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  vi.resetModules()
  const { structuredData } = await import('@/lib/seo')
  const [business] = structuredData.landing('https://px.example')['@graph']
  expect((business as { contactPoint?: object }).contactPoint).toEqual(
    contact && { '@type': 'ContactPoint', contactType: 'customer support', ...contact },
  )
})
