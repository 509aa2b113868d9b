import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'

async function render(variables: Record<string, string> = {}) {
  for (const name of ['SUPPORT_EMAIL', 'SUPPORT_PHONE']) vi.stubEnv(name, variables[name])
  vi.resetModules()
  const { default: GlobalErrorPage } = await import('@/app/global-error')
  return renderToStaticMarkup(<GlobalErrorPage retry={() => undefined} />)
}

it('the page for a failed layout has a title, a retry button and a link home', async () => {
  const html = await render()
  expect(html).toMatch(/<h1[^>]*>Unexpected Application Error!<\/h1>/)
  expect(html).toContain('Try again')
  expect(html).toContain('href="/"')
  expect(html).not.toContain('Support')
})

it('the page for a failed layout names the support contact that is set', async () => {
  const html = await render({ SUPPORT_EMAIL: 'help@px.example', SUPPORT_PHONE: '(509) 555-0199' })
  expect(html).toContain('href="mailto:help@px.example"')
  expect(html).toContain('href="tel:5095550199"')
  expect(await render({ SUPPORT_EMAIL: 'help@px.example' })).not.toContain(' or ')
})
