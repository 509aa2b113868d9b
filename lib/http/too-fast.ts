import 'server-only'
import { waitPage } from '@/lib/content/wait-page'
import { noticePage } from '@/lib/http/plain-page'
import { log } from '@/lib/log'
import { tooFastHeader } from '../forms/result'
import type { Rejection } from './request-filter'

/**
 * The answer to a post that the rate limit refuses before it is parsed. The page's script knows it by a header: a browser
 * would print a status of 429 to the console as an error of the page.
 */
export function rejectTooFast(headers: Pick<Headers, 'get'>): Rejection {
  log('refused', { why: 'too-fast' })
  const isNative = headers.get('next-action') === null
  return isNative
    ? { status: 429, text: waitPage.text, html }
    : { status: 200, text: waitPage.text, headers: { [tooFastHeader]: '1' } }
}

/** For visitors without scripts. A form of its own would not have their entries, but a reload sends them again. */
const html = noticePage(waitPage.title, `<p>${waitPage.text}</p>\n<p>${waitPage.advice}</p>`)
