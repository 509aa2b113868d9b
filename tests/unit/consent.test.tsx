import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { consent } from '@/lib/content/consent'

async function render(variables: Record<string, string>) {
  for (const name of ['PRIVACY_URL', 'SUPPORT_EMAIL', 'SUPPORT_PHONE'])
    vi.stubEnv(name, variables[name])
  vi.resetModules()
  const { Consent } = await import('@/components/forms/consent')
  return renderToStaticMarkup(<Consent />)
}

it('a form posts the version of the consent text that it shows, and names the support contact beside the text', async () => {
  const shown = `<input type="hidden" name="consent" value="${consent.version}"/><span>${consent.text}</span>`
  expect(await render({})).toBe(`<p>${shown}</p>`)
  const [SUPPORT_EMAIL, SUPPORT_PHONE] = ['help@px.example', '(509) 555-0199']
  expect(await render({ SUPPORT_EMAIL, SUPPORT_PHONE })).toBe(
    `<p>${shown}<span> Support: help@px.example or (509) 555-0199</span></p>`,
  )
  expect(await render({ SUPPORT_PHONE })).toBe(
    `<p>${shown}<span> Support: (509) 555-0199</span></p>`,
  )
})
