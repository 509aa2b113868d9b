import 'server-only'
import { waitPage } from '@/lib/content/wait-page'
import { log } from '@/lib/server/log'
import { resubmitDelayMs } from '../shared/fields'
import type { Rejection } from './request-filter'

/**
 * The answer to a post that the rate limit refuses before it is parsed. A page's script knows it by the header
 * Retry-After, and not by a status, because browsers log every status above 399 as an error.
 */
export function rejectTooFast(headers: Pick<Headers, 'get'>): Rejection {
  log('refused', { why: 'too-fast' })
  const rejection = { text: waitPage.text, retryAfterSeconds: resubmitDelayMs / 1000 }
  const isNative = headers.get('next-action') === null
  return isNative ? { ...rejection, status: 429, html } : { ...rejection, status: 200 }
}

/** For visitors without scripts. A form of its own would not have their entries, but a reload sends them again. */
const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${waitPage.title}</title>
<main>
<h1>${waitPage.title}</h1>
<p>${waitPage.text}</p>
<p>${waitPage.advice}</p>
</main>
</html>
`
