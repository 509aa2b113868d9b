// Next.js's modules need what this one sets up.
import 'next/dist/server/node-environment-baseline.js'
import { unstable_getResponseFromNextConfig } from 'next/experimental/testing/server.js'
import config from '../../next.config.mjs'
import { unless } from './checks'

/** The headers that next.config.mjs gives to the answer of a request. */
export async function configuredHeaders(
  url: string,
  headers: Record<string, string> = {},
): Promise<Record<string, string>> {
  const response = await unstable_getResponseFromNextConfig({ url, headers, nextConfig: config })
  // Of the empty body.
  response.headers.delete('content-type')
  return Object.fromEntries(response.headers)
}

export const passOn =
  'Let the proxy, host, or CDN pass everything on unchanged, as docs/nginx.conf does.'

export function compareHeader(headers: Headers, name: string, expected: string): string[] {
  const value = headers.get(name)
  const isRight = name === 'cache-control' ? isCachedAs(expected, value) : value === expected
  const given = value === null ? 'missing' : `"${value}"`
  return unless(isRight, `${name} is ${given}, not "${expected}". ${passOn}`)
}

/** Next.js adds directives to `no-store`. A host with a cache of its own may keep `s-maxage` for itself. */
function isCachedAs(expected: string, value: string | null): boolean {
  const directives = (text: string) => text.split(/, */).sort()
  const given = directives(value ?? '').filter((each) => each !== 'must-revalidate')
  if (expected === 'no-store') return given.includes('no-store')
  const allowed = [expected, expected.replace(/, s-maxage=\d+/, '')]
  return allowed.some((each) => directives(each).join() === given.join())
}
