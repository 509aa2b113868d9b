import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'

async function render(customer: object | null) {
  vi.doMock('@/lib/content/customer', () => ({ customer }))
  vi.resetModules()
  const { Customer } = await import('@/components/landing/customer')
  return renderToStaticMarkup(<Customer />)
}

it('a named customer shows with quote, name, company, town and photo', async () => {
  const html = await render({
    quote: 'I slept.',
    name: 'Ana Ruiz',
    company: 'Ruiz & Sons',
    town: 'Spokane WA',
    photo: '/ana.jpg',
  })
  expect(html.replaceAll(/ class="[^"]*"/g, '')).toBe(
    '<figure><img src="/ana.jpg" alt="" width="80" height="80" loading="lazy"/><div><blockquote>“I slept.”</blockquote><figcaption>Ana Ruiz, Ruiz &amp; Sons, Spokane WA</figcaption></div></figure>',
  )
})

it('no customer shows while none is named', async () => {
  expect(await render(null)).toBe('')
})
