import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { JsonLd } from '@/components/site/json-ld'
import { localBusiness } from '@/lib/structured-data'

it('describes a local business with the three areas served', () => {
  expect(localBusiness()).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'LocalBusiness',
    name: 'Plumbing Xperience',
    areaServed: [{ name: 'United States' }, { name: 'Spokane WA' }, { name: 'Las Vegas NV' }],
  })
})

it('cannot be ended early by a text', () => {
  const html = renderToStaticMarkup(<JsonLd data={{ name: '</script><script>alert(1)' }} />)
  expect(html.match(/<\/?script/g)).toHaveLength(2)
  expect(JSON.parse(html.replace(/<[^>]*>/g, ''))).toEqual({ name: '</script><script>alert(1)' })
})
