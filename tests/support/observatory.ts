/**
 * The public rules by which Mozilla's HTTP Observatory grades the headers of a site, without those about TLS and other
 * origins. A site starts with 100 points, loses points for missing headers, and gains some for strict ones.
 */

export type PageResponse = { status: number; headers: Headers; html: string }
export type RuleResult = { test: string; passed: boolean; points: number }

const halfYear = 15_768_000
const anyHost = /^(\*|https?:|ftp:|https?:\/\/\*.*)$/
const privatePolicies = [
  'no-referrer',
  'same-origin',
  'strict-origin',
  'strict-origin-when-cross-origin',
]

export function checkRules({ status, headers, html }: PageResponse): RuleResult[] {
  const policy = parsePolicy(headers.get('content-security-policy') ?? '')
  const sources = (name: string) => policy.get(name) ?? policy.get('default-src') ?? ['*']
  const hasValue = (name: string, ...values: string[]) =>
    values.includes((headers.get(name) ?? '').toLowerCase())
  const isolation = (name: string, points: number, ...values: string[]) =>
    result(name, hasValue(name, ...values), points, -5)

  const unsafe = [...sources('script-src'), ...sources('style-src'), ...sources('object-src')].some(
    (source) =>
      anyHost.test(source) || ["'unsafe-inline'", "'unsafe-eval'", 'data:'].includes(source),
  )
  const isStrict = policy.get('default-src')?.join() === "'none'"
  const framing = policy.get('frame-ancestors')
  const hsts = Number(/max-age=(\d+)/.exec(headers.get('strict-transport-security') ?? '')?.[1])
  const foreignScripts = [...html.matchAll(/<script[^>]*\ssrc="([^"]+)"/g)].filter(
    ([, src]) => !/^\/(?!\/)/.test(src ?? ''),
  )
  return [
    result('content-security-policy', policy.size > 0 && !unsafe, isStrict ? 10 : 5, -25),
    result('cookies', !headers.has('set-cookie'), 0, -20),
    result('cross-origin-resource-sharing', !headers.has('access-control-allow-origin'), 0, -50),
    result('redirection', status === 200 && !headers.has('location'), 0, -20),
    result('referrer-policy', hasValue('referrer-policy', ...privatePolicies), 5, -5),
    result('strict-transport-security', hsts >= halfYear, 0, -20),
    result('subresource-integrity', foreignScripts.length === 0, 0, -50),
    result('x-content-type-options', hasValue('x-content-type-options', 'nosniff'), 0, -5),
    framing && !framing.some((source) => anyHost.test(source))
      ? result('x-frame-options', true, 5, 0)
      : result('x-frame-options', hasValue('x-frame-options', 'deny', 'sameorigin'), 0, -20),
    isolation('cross-origin-resource-policy', 10, 'same-origin', 'same-site'),
    isolation('cross-origin-opener-policy', 10, 'same-origin'),
    isolation('cross-origin-embedder-policy', 10, 'require-corp', 'credentialless'),
  ]
}

/** Extra points count only for a site with at least 90 points without them. */
export function score(results: readonly RuleResult[]): number {
  const sum = (some: readonly RuleResult[]) =>
    some.reduce((total, { points }) => total + points, 100)
  const withoutExtras = sum(results.filter(({ points }) => points < 0))
  return withoutExtras >= 90 ? sum(results) : withoutExtras
}

function result(test: string, passed: boolean, gain: number, loss: number): RuleResult {
  return { test, passed, points: passed ? gain : loss }
}

function parsePolicy(policy: string): Map<string, string[]> {
  const parts = policy.split(';').map((part) => part.trim().split(/\s+/))
  return new Map(parts.flatMap(([name = '', ...sources]) => (name ? [[name, sources]] : [])))
}
