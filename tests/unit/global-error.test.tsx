import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import GlobalErrorPage from '@/app/global-error'

it('says so when the layout itself fails, and offers a way out', () => {
  const html = renderToStaticMarkup(<GlobalErrorPage retry={() => undefined} />)
  expect(html).toContain('Unexpected Application Error!')
  expect(html).toContain('Try again')
  expect(html).toContain('href="/"')
})
