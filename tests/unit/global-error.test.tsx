import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'

async function render(variables: Record<string, string> = {}) {
  for (const name of ['SUPPORT_EMAIL', 'SUPPORT_PHONE']) vi.stubEnv(name, variables[name])
  vi.resetModules()
  const { default: GlobalErrorPage } = await import('@/app/global-error')
  const html = renderToStaticMarkup(<GlobalErrorPage retry={() => undefined} />)
  // Without classes, and without the loader, whose source the build inserts.
  return html.replaceAll(/ (class|data-slot)="[^"]*"/g, '').replace(/<script>.*<\/template>/, '')
}

const page = (support: string) =>
  `<html lang="en"><head><title>Unexpected Application Error!</title></head><body><main><h1>Unexpected Application Error!</h1><p>Something broke on our end. Anything you typed is still in this tab.</p><button type="button">Try again</button> <a href="/">Back to the home page</a>${support}</main></body></html>`
const email = '<a href="mailto:help@px.example">help@px.example</a>'
const phone = '<a href="tel:5095550199">(509) 555-0199</a>'

it('the page for a failed layout has a title, a retry button and a link home', async () => {
  expect(await render()).toBe(page(''))
})

it('the page for a failed layout names the support contact that is set', async () => {
  const variables = { SUPPORT_EMAIL: 'help@px.example', SUPPORT_PHONE: '(509) 555-0199' }
  const support = (contact: string) => page(`<p><span>Support:</span> ${contact}</p>`)
  expect(await render(variables)).toBe(support(`${email}<span> or </span>${phone}`))
  expect(await render({ SUPPORT_EMAIL: 'help@px.example' })).toBe(support(email))
  expect(await render({ SUPPORT_PHONE: '(509) 555-0199' })).toBe(support(phone))
})
