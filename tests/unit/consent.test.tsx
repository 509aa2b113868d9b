import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { consent } from '@/lib/content/consent'

async function render(variables: Record<string, string>) {
  for (const name of ['PRIVACY_URL', 'TERMS_URL', 'SUPPORT_EMAIL', 'SUPPORT_PHONE'])
    vi.stubEnv(name, variables[name])
  vi.resetModules()
  const { Consent } = await import('@/components/forms/consent')
  return renderToStaticMarkup(<Consent />)
}

it('a form posts the version of the consent text that it shows, and links the support contact, the terms and the policy', async () => {
  const shown = `<input type="hidden" name="consent" value="${consent.version}"/><span>${consent.text}</span>`
  expect(await render({})).toBe(paragraph(shown))
  const [SUPPORT_EMAIL, SUPPORT_PHONE] = ['help@px.example', '(509) 555-0199']
  const email = link('mailto:help@px.example', SUPPORT_EMAIL)
  const phone = link('tel:5095550199', SUPPORT_PHONE)
  const label = '<span>Support:</span>'
  expect(await render({ SUPPORT_EMAIL, SUPPORT_PHONE })).toBe(
    paragraph(`${shown} ${label} ${email}<span> or </span>${phone}`),
  )
  expect(await render({ SUPPORT_PHONE })).toBe(paragraph(`${shown} ${label} ${phone}`))
  const [TERMS_URL, PRIVACY_URL] = ['https://px.example/terms', 'https://px.example/privacy']
  const terms = `<a href="${TERMS_URL}" class="underline">Terms of service</a>`
  const policy = `<a href="${PRIVACY_URL}" class="underline">Privacy policy</a>`
  const see = '<span>See our</span>'
  expect(await render({ TERMS_URL, PRIVACY_URL })).toBe(
    paragraph(`${shown} ${see} ${terms}<span> and </span>${policy}<span>.</span>`),
  )
  expect(await render({ SUPPORT_PHONE, PRIVACY_URL })).toBe(
    paragraph(`${shown} ${see} ${policy}<span>.</span> ${label} ${phone}`),
  )
})

const paragraph = (html: string) => `<p class="text-sm leading-snug">${html}</p>`
const link = (href: string, text: string) =>
  `<a href="${href}" class="wrap-anywhere underline">${text}</a>`
