/**
 * The public rules by which Mozilla's Observatory grades a site, as far as a site of one origin behind TLS meets
 * them: a hundred points, less for what is missing, more for what goes beyond.
 */

export type Answer = { status: number; headers: Headers; html: string }
export type Mark = { test: string; passed: boolean; points: number }

const halfYear = 15_768_000
const broad = /^(\*|https?:|ftp:|https?:\/\/\*.*)$/
const privatePolicies = [
  'no-referrer',
  'same-origin',
  'strict-origin',
  'strict-origin-when-cross-origin',
]

export function marks({ status, headers, html }: Answer): Mark[] {
  const policy = directives(headers.get('content-security-policy') ?? '')
  const of = (name: string) => policy.get(name) ?? policy.get('default-src') ?? ['*']
  const is = (name: string, ...values: string[]) =>
    values.includes((headers.get(name) ?? '').toLowerCase())
  const only = (name: string, points: number, ...values: string[]) =>
    mark(name, is(name, ...values), points, -5)

  const unsafe = [...of('script-src'), ...of('style-src'), ...of('object-src')].some(
    (source) =>
      broad.test(source) || ["'unsafe-inline'", "'unsafe-eval'", 'data:'].includes(source),
  )
  const none = policy.get('default-src')?.join() === "'none'"
  const framing = policy.get('frame-ancestors')
  const hsts = Number(/max-age=(\d+)/.exec(headers.get('strict-transport-security') ?? '')?.[1])
  const foreignScripts = [...html.matchAll(/<script[^>]*\ssrc="([^"]+)"/g)].filter(
    ([, src]) => !/^\/(?!\/)/.test(src ?? ''),
  )
  return [
    mark('content-security-policy', policy.size > 0 && !unsafe, none ? 10 : 5, -25),
    mark('cookies', !headers.has('set-cookie'), 0, -20),
    mark('cross-origin-resource-sharing', !headers.has('access-control-allow-origin'), 0, -50),
    mark('redirection', status === 200 && !headers.has('location'), 0, -20),
    mark('referrer-policy', is('referrer-policy', ...privatePolicies), 5, -5),
    mark('strict-transport-security', hsts >= halfYear, 0, -20),
    mark('subresource-integrity', foreignScripts.length === 0, 0, -50),
    mark('x-content-type-options', is('x-content-type-options', 'nosniff'), 0, -5),
    framing && !framing.some((source) => broad.test(source))
      ? mark('x-frame-options', true, 5, 0)
      : mark('x-frame-options', is('x-frame-options', 'deny', 'sameorigin'), 0, -20),
    only('cross-origin-resource-policy', 10, 'same-origin', 'same-site'),
    only('cross-origin-opener-policy', 10, 'same-origin'),
    only('cross-origin-embedder-policy', 10, 'require-corp', 'credentialless'),
  ]
}

/** What goes beyond counts for a site only that is good without it. */
export function score(all: readonly Mark[]): number {
  const sum = (some: readonly Mark[]) => some.reduce((total, { points }) => total + points, 100)
  const without = sum(all.filter(({ points }) => points < 0))
  return without >= 90 ? sum(all) : without
}

function mark(test: string, passed: boolean, more: number, less: number): Mark {
  return { test, passed, points: passed ? more : less }
}

function directives(policy: string): Map<string, string[]> {
  const parts = policy.split(';').map((part) => part.trim().split(/\s+/))
  return new Map(parts.flatMap(([name = '', ...sources]) => (name ? [[name, sources]] : [])))
}
