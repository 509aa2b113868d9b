import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import GlobalErrorPage from '@/app/global-error'

it('the page for a failed layout has a title, a retry button and a link home', () => {
  const html = renderToStaticMarkup(<GlobalErrorPage retry={() => undefined} />)
  expect(html).toContain('Unexpected Application Error!')
  expect(html).toContain('Try again')
  expect(html).toContain('href="/"')
})
