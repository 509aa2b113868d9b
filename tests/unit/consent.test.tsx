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

it('a form posts the version of the consent text that it shows, and links to the support contact after it', async () => {
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
})

const paragraph = (html: string) => `<p class="text-sm leading-snug">${html}</p>`
const link = (href: string, text: string) =>
  `<a href="${href}" class="wrap-anywhere underline">${text}</a>`
