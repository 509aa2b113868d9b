import 'server-only'
import { noticePolicy } from './plain-page'

/** The answer to a request that the server does not handle. */
export type Refusal = {
  status: number
  text: string
  /** Sent instead of the text. */
  html?: string
  headers?: Record<string, string>
}

/** A refusal is never cached: a shared cache could send it to other clients. */
export function refusalHeaders({ html, headers }: Refusal): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'content-security-policy': `default-src 'none'; base-uri 'none'; frame-ancestors 'none'${html ? `; ${noticePolicy}` : ''}`,
    'content-type': `text/${html ? 'html' : 'plain'}; charset=utf-8`,
    'x-content-type-options': 'nosniff',
    ...headers,
  }
}
