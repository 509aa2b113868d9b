import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'

async function linksOf(variables: Record<string, string>) {
  for (const name of ['PRIVACY_URL', 'TERMS_URL', 'SUPPORT_EMAIL', 'SUPPORT_PHONE'])
    vi.stubEnv(name, variables[name])
  vi.resetModules()
  const { Footer } = await import('@/components/site/footer')
  const { Consent } = await import('@/components/forms/consent')
  const links = (html: string) =>
    [...html.matchAll(/<a href="(https:[^"]*)"[^>]*>([^<]*)/g)].map(([, ...link]) => link)
  return {
    footer: links(renderToStaticMarkup(<Footer />)),
    consent: links(renderToStaticMarkup(<Consent />)),
  }
}

const privacy = ['https://px.example/privacy', 'Privacy policy']
const terms = ['https://px.example/terms?a=1', 'Terms of service']

it('the footer links the privacy policy and the terms that are set, and so does the consent', async () => {
  const [PRIVACY_URL = '', TERMS_URL = ''] = [privacy[0], terms[0]]
  expect(await linksOf({})).toEqual({ footer: [], consent: [] })
  expect(await linksOf({ PRIVACY_URL })).toEqual({ footer: [privacy], consent: [privacy] })
  expect(await linksOf({ TERMS_URL })).toEqual({ footer: [terms], consent: [terms] })
  expect(await linksOf({ PRIVACY_URL, TERMS_URL })).toEqual({
    footer: [privacy, terms],
    consent: [terms, privacy],
  })
})

it.each([
  [null, '© Plumbing Xperience'],
  [
    { street: '12 Main St', city: 'Spokane', state: 'WA', zip: '99201' },
    '© Plumbing Xperience, 12 Main St, Spokane, WA 99201',
  ],
])('with the postal address %j, the footer says “%s”', async (postalAddress, text) => {
  vi.doMock('@/lib/content/owner', () => ({ owner: { postalAddress } }))
  vi.resetModules()
  const { Footer } = await import('@/components/site/footer')
  expect(renderToStaticMarkup(<Footer />)).toContain(`<p>${text}</p>`)
})
