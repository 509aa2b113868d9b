import 'server-only'
import { formMessages } from '@/lib/content/form-messages'
import { maxPostBytes } from '@/lib/http/policy.mjs'
import { calledPath } from '@/lib/leads/lead'
import { env } from '@/lib/server/env'
import { hash, processSecret } from '@/lib/server/hash'
import { logRefused, warn } from '@/lib/server/log'
import { addMemoryCounts, readMemoryCounts } from '@/lib/server/memory-counts'
import { maxVisitBytes, parseVisit, visitPath, visitType } from '@/lib/visits/visit'
import { clientAddress, isLocalTrial, networkOf } from './client-address'
import { formPages, type ServerAction } from './server-actions'

/**
 * Filters requests before Next.js, which returns 500 for bodies it can't parse and decodes far more than our forms send.
 * It parses native posts with undici and scripted posts with busboy, and these two disagree about unusual bodies. So
 * this accepts only one form of body, which browsers send and both parsers read the same way:
 *
 *     Content-Type: multipart/form-data; boundary=TOKEN
 *
 *     --TOKEN
 *     Content-Disposition: form-data; name="NAME"
 *
 *     VALUE
 *     --TOKEN--
 *
 * Lines end with CRLF. A part has this one header. NAME consists of ASCII letters, digits, and `_$:.-`. VALUE is UTF-8
 * and does not contain TOKEN. Nothing stands before the first boundary or after the last.
 */

/** The answer to a request that Next.js does not get. */
export type Refusal = { status: number; text: string; headers?: Record<string, string> }

type Field = [name: string, value: string]
type PostFormat = {
  /** The fields by which React names the server action and its arguments. A post has each of them exactly once. */
  actionFields: { name: RegExp; isValid: (value: string) => boolean }[]
  /** The names of all other fields: those of the form itself. */
  formField: RegExp
}

/**
 * The posts that our pages send. React chooses this format, and an upgrade can change it:
 * request-filter-react.test.ts compares it with what the installed React sends. A scripted post calls the action with
 * two arguments, null and the form, and has the action's id in the header `Next-Action`. A native post has hidden
 * inputs from the page.
 */
const postFormats: Record<'scripted' | 'native', PostFormat> = {
  scripted: {
    actionFields: [{ name: /^0$/, isValid: (value) => value === '[null,"$K1"]' }],
    formField: /^_1_/,
  },
  native: {
    actionFields: [
      { name: /^\$ACTION_REF_\d{1,3}$/, isValid: (value) => value === '' },
      {
        name: /^\$ACTION_\d{1,3}:0$/,
        isValid: (value) => /^\{"id":"[\da-f]{42}","bound":"\$@1"\}$/.test(value),
      },
      { name: /^\$ACTION_\d{1,3}:1$/, isValid: isPreviousResult },
      { name: /^\$ACTION_KEY$/, isValid: (value) => /^k[\da-f]{32}$/.test(value) },
    ],
    formField: /^(?!\$ACTION)/,
  },
}
const actionId = /^[\da-f]{42}$/
const maxFields = 64

const refusals = {
  tooMany: { status: 429, text: formMessages.tooMany(1).text },
  tooLarge: { status: 413, text: 'This is larger than any form on this site.' },
  path: { status: 400, text: 'This address is not valid.' },
  method: {
    status: 405,
    text: 'Use GET, HEAD or POST.',
    headers: { allow: 'GET, HEAD, POST' },
  },
  pageRequest: { status: 400, text: 'Forms must be sent with POST.' },
  origin: { status: 403, text: 'Forms are accepted only from pages on this site.' },
  type: { status: 415, text: 'Forms must be sent as multipart/form-data.' },
  malformed: { status: 400, text: 'This form did not arrive completely. Please send it again.' },
  unknownForm: { status: 400, text: 'This is not a form on this site.' },
  visit: { status: 400, text: 'Only pages of this site send this.' },
  // What Next.js answers, without its warning and stack in the log. The page's script asks to reload.
  outdatedScripted: {
    status: 404,
    text: 'Server action not found.',
    headers: { 'x-nextjs-action-not-found': '1' },
  },
  outdatedNative: {
    status: 409,
    text: 'We updated this site. Go back, copy what you entered, reload the page, and send it again.',
  },
} as const satisfies Record<string, Refusal>

/** Posts that are not those of a form. Nothing reads the body of the second. */
export const otherPosts = [visitPath, calledPath]

/** Null accepts the request. Without any actions, accepts every action. */
export async function refuseRequest(
  request: Request,
  actions: ServerAction[] = [],
): Promise<Refusal | null> {
  const { method, headers, url } = request
  const { pathname } = new URL(url)
  if (method === 'POST' && pathname === visitPath) return refuseVisit(request)
  if (method === 'POST' && isFlood(headers)) return refusals.tooMany
  const refusal = refuseByHeaders(method, pathname, headers)
  if (refusal || method !== 'POST' || pathname === calledPath) return refusal
  // Next.js reads no more than this of a body.
  const body = Buffer.from(await request.arrayBuffer())
  return body.length < maxPostBytes
    ? refuseByBody(body, pathname, headers, actions)
    : refusals.tooLarge
}

/** How many posts of a client are read in ten seconds, of whatever kind: more than nginx lets through at once. One takes 10 ms. */
const postsAtOnce = { periodMs: 10_000, limit: 40 }
const pagesAMinute = { periodMs: 60_000, limit: 60 }

/** Counts a post before it is read. False when the client has sent too many. */
export function mayPost(client: string, { periodMs, limit } = postsAtOnce): boolean {
  const counter = { key: `post:${hash(processSecret, client)}`, periodMs, limit }
  if (Number(readMemoryCounts([counter]).get(counter.key)?.count) >= limit) return false
  addMemoryCounts([counter])
  return true
}

/** Counts have a limit of their own, so that visits of an office do not use up that of its forms. */
async function refuseVisit(request: Request): Promise<Refusal | null> {
  const { headers } = request
  const isTooLarge = Number(headers.get('content-length')) > maxVisitBytes
  if (headers.get('content-type') !== visitType || isTooLarge) return refusals.visit
  if (!isSameOrigin(headers)) return refusals.origin
  const address = clientAddress(headers) ?? 'unknown'
  const network = networkOf(address)
  const { periodMs, limit } = pagesAMinute
  if (
    !mayPost(address, pagesAMinute) ||
    (network && !mayPost(network, { periodMs, limit: limit * 4 }))
  )
    return refusals.tooMany
  const text = await request.text()
  return Buffer.byteLength(text) <= maxVisitBytes && parseVisit(text) ? null : refusals.visit
}

/** A client posts far more than a visitor does. nginx refuses the same before the site. */
function isFlood(headers: Headers): boolean {
  if (isLocalTrial(headers) || mayPost(clientAddress(headers) ?? 'unknown')) return false
  logRefused('too-many', undefined, '40 posts in ten seconds')
  return true
}

/** Refuses a post that the page at this path couldn't have sent, and one from a page of another build. */
function refuseByBody(
  body: Buffer,
  path: string,
  headers: Headers,
  actions: ServerAction[],
): Refusal | null {
  const fields = parse(body, headers.get('content-type') ?? '')
  if (!fields) return refusals.malformed
  const action = headers.get('next-action')
  if (action !== null && !actionId.test(action)) return refusals.unknownForm
  const format = action === null ? postFormats.native : postFormats.scripted
  if (!hasFormat(fields, format)) return refusals.unknownForm
  if (actions.length === 0) return null
  const [, reference = '{}'] = fields.find(([name]) => /^\$ACTION_\d+:0$/.test(name)) ?? []
  const id = action ?? JSON.parse(reference).id
  const known = actions.find((each) => each.id === id)
  if (known) return formPages[known.name] === path ? null : refusals.unknownForm
  logRefused('outdated')
  return action === null ? refusals.outdatedNative : refusals.outdatedScripted
}

/** The checks that need no body. */
export function refuseByHeaders(method: string, path: string, headers: Headers): Refusal | null {
  const type = headers.get('content-type') ?? ''
  if (!['GET', 'HEAD', 'POST'].includes(method)) return refusals.method
  if (!isValidPath(path)) return refusals.path
  if (method !== 'POST') return isForm(type) ? refusals.pageRequest : null
  if (!isSameOrigin(headers)) return refusals.origin
  if (path === calledPath) return null
  if (!isForm(type)) return refusals.type
  // Next.js answers 500 to a post to a file, and 409 with a stack in the log to an action at another page.
  if (!Object.values<string>(formPages).includes(path)) return refusals.unknownForm
  return Number(headers.get('content-length')) >= maxPostBytes ? refusals.tooLarge : null
}

function isValidPath(path: string): boolean {
  try {
    return decodeURIComponent(path).startsWith('/')
  } catch {
    return false
  }
}

function isForm(contentType: string): boolean {
  return contentType.startsWith('multipart/form-data')
}

/** The same check as in Next.js. A request without an Origin does not come from a page, so it is accepted. */
function isSameOrigin(headers: Headers): boolean {
  const origin = headers.get('origin')
  const host = headers.get('x-forwarded-host')?.split(',')[0]?.trim() || headers.get('host')
  const isSame = origin === null || (URL.canParse(origin) && new URL(origin).host === host)
  if (isSame) return true
  // The page is of this site, but the request names another host.
  if (origin === env.siteUrl)
    warn(
      'Refused a form of this site because its Origin differs from the Host of the request. Configure the proxy to forward the Host header (nginx: proxy_set_header Host $host, or $http_host if the site is not on port 443)',
    )
  else logRefused('origin')
  return false
}

/** The fields of a body, or null when it is not written as described at the top of this file. */
export function parse(body: Buffer, type: string): Field[] | null {
  const boundary = /^multipart\/form-data; boundary=([\w-]{0,69}\w)$/.exec(type)?.[1]
  if (!boundary) return null
  // Latin-1 has one character per byte, so only ASCII bytes can match a boundary or a header.
  const [start, ...parts] = body.toString('latin1').split(boundary)
  const end = parts.pop()
  if (start !== '--' || (end !== '--\r\n' && end !== '--')) return null
  const fields = parts.map(parsePart)
  return fields.every((field) => field !== null) ? fields : null
}

/** Undici reads `form-data` and `name` only in lower case. */
const part =
  /^\r\n[Cc]ontent-[Dd]isposition: form-data; name="([\w$:.-]{1,64})"\r\n\r\n(.*)\r\n--$/s
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function parsePart(text: string): Field | null {
  const [, name, value] = part.exec(text) ?? []
  if (name === undefined || value === undefined) return null
  try {
    return [name, utf8.decode(Buffer.from(value, 'latin1'))]
  } catch {
    return null
  }
}

function hasFormat(fields: Field[], { actionFields, formField }: PostFormat): boolean {
  const present = fields.filter(([name]) => !formField.test(name))
  // All fields of an action contain the same number.
  const numbers = present.flatMap(([name]) => /\d+/.exec(name)?.[0] ?? [])
  return (
    fields.length <= maxFields &&
    present.length === actionFields.length &&
    new Set(numbers).size === 1 &&
    actionFields.every((field) =>
      present.some(([name, value]) => field.name.test(name) && field.isValid(value)),
    )
  )
}

/**
 * The action's previous result, which the page sends back. In React's format, a string that starts with one `$` refers
 * to something else, so it is refused.
 */
function isPreviousResult(text: string): boolean {
  try {
    const args = JSON.parse(text)
    return Array.isArray(args) && args.length === 1 && isPlain(args, 6)
  } catch {
    return false
  }
}

function isPlain(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return !/^\$(?!\$)/.test(value)
  if (typeof value !== 'object' || value === null) return true
  return depth > 0 && Object.values(value).every((each) => isPlain(each, depth - 1))
}
