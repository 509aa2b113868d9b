import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { JsonLd } from '@/components/site/json-ld'

it('cannot be ended early by a text', () => {
  const html = renderToStaticMarkup(<JsonLd data={{ name: '</script><script>alert(1)' }} />)
  expect(html.match(/<\/?script/g)).toHaveLength(2)
  expect(JSON.parse(html.replace(/<[^>]*>/g, ''))).toEqual({ name: '</script><script>alert(1)' })
})
