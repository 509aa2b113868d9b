import { expect, it } from 'vitest'
import { isNativePost } from '@/lib/http/native-post'

it.each([
  ['POST', {}, true],
  ['POST', { 'next-action': '' }, false],
  ['GET', {}, false],
])('whether a %s with the headers %j is a native post: %s', (method, headers, expected) => {
  expect(isNativePost(method, new Headers(headers))).toBe(expected)
})
