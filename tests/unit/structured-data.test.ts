import { expect, it } from 'vitest'
import { escaped } from '@/components/site/json-ld'

it('cannot be ended early by a text', () => {
  const json = escaped({ name: '</script><script>alert(1)' })
  expect(json).not.toContain('<')
  expect(JSON.parse(json)).toEqual({ name: '</script><script>alert(1)' })
})
