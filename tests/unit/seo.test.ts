import { expect, it } from 'vitest'
import { escapeJson } from '@/lib/seo'

it('structured data cannot end its script element', () => {
  const json = escapeJson({ name: '</script><script>alert(1)' })
  expect(json).not.toContain('<')
  expect(JSON.parse(json)).toEqual({ name: '</script><script>alert(1)' })
})
