import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { escapeHtml, noticePage, noticePolicy } from '@/lib/http/plain-page'

it('the policy of a notice allows its style, and nothing else', () => {
  const [, style = ''] = /<style>([\s\S]*)<\/style>/.exec(noticePage('Title', '<p>Text</p>')) ?? []
  const hash = createHash('sha256').update(style).digest('base64')
  expect(noticePolicy).toBe(`style-src 'sha256-${hash}'; form-action 'self'`)
})

it('text is escaped for elements and attributes, and keeps its line breaks', () => {
  expect(escapeHtml(`<b>"Ruiz" & 'Sons'</b>\r\n`)).toBe(
    '&lt;b&gt;&quot;Ruiz&quot; &amp; &#39;Sons&#39;&lt;/b&gt;&#13;&#10;',
  )
})
