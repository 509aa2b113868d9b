import 'server-only'

/** The answer to a request that the server does not handle. */
export type Refusal = { status: number; text: string; headers?: Record<string, string> }

/** A refusal is never cached: a shared cache could send it to other clients. */
export function refusalHeaders({ headers }: Refusal): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
    ...headers,
  }
}
