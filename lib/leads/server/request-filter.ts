import 'server-only'
import { maxPostBytes } from '@/lib/security.mjs'
import { warn } from '@/lib/server/log'

/**
 * Filters requests before Next.js, which answers 500 to a body that it cannot parse and reads far more than our
 * forms send. Next.js parses a native post with undici and a post by script with busboy, and these disagree about
 * unusual bodies. So this accepts one narrow format, which both read the same way and which browsers send:
 *
 *     Content-Type: multipart/form-data; boundary=TOKEN
 *
 *     --TOKEN
 *     Content-Disposition: form-data; name="NAME"
 *
 *     VALUE
 *     --TOKEN--
 *
 * Lines end with CRLF. A part has this one header. NAME is made of ASCII letters, digits and `_$:.-`. VALUE is UTF-8
 * and does not contain TOKEN. Nothing stands before the first boundary or after the last.
 *
 * A post by script carries the id of its server action in `Next-Action`, its arguments in the field `0` and the
 * form's fields under `_1_` and their names. A native post names its action in four hidden fields; see `hidden`.
 */

export type Rejection = { status: number; text: string }

const maxFields = 64

const refusals = {
  path: { status: 400, text: 'This address is not spelled as one.' },
  method: { status: 405, text: 'Use GET, HEAD or POST.' },
  query: { status: 400, text: 'A form is sent by POST.' },
  origin: { status: 403, text: 'Forms are taken from pages of this site only.' },
  type: { status: 415, text: 'A form is sent as multipart/form-data.' },
  size: { status: 413, text: 'This is more than a form of this site can hold.' },
  broken: { status: 400, text: 'This form did not arrive whole. Please send it again.' },
  foreign: { status: 400, text: 'This is not a form of this site.' },
} as const satisfies Record<string, Rejection>

/** No refusal may be stored by a shared cache, which would repeat it to everybody. */
export function rejectionHeaders({ status }: Rejection): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
    ...(status === 405 && { allow: 'GET, HEAD, POST' }),
  }
}

/** Why a request is not let in, or null. */
export async function rejectRequest(request: Request): Promise<Rejection | null> {
  const { method, headers, url } = request
  const refused = rejectByHeaders(method, new URL(url).pathname, headers)
  if (refused || method !== 'POST') return refused

  const body = await read(request)
  if (!body) return refusals.size
  const form = parse(body, headers)
  if (!form) return refusals.broken
  const action = headers.get('next-action')
  const known = action === null ? sentWithoutScript(form) : sentByScript(form, action)
  return known ? null : refusals.foreign
}

/** What can be refused before the body arrives. */
export function rejectByHeaders(
  method: string,
  path: string,
  headers: Pick<Headers, 'get'>,
): Rejection | null {
  const type = headers.get('content-type') ?? ''
  if (!['GET', 'HEAD', 'POST'].includes(method)) return refusals.method
  if (!isReadable(path)) return refusals.path
  if (method !== 'POST') return isForm(type) ? refusals.query : null
  if (!fromHere(headers)) return refusals.origin
  if (!isForm(type)) return refusals.type
  return Number(headers.get('content-length')) >= maxPostBytes ? refusals.size : null
}

/** Next.js takes the name of a dynamic route, such as `/icons/[file]`, for the address of a page and then fails. */
function isReadable(path: string): boolean {
  try {
    return path.startsWith('/') && !/\/\[[^/]*\](\/|$)/.test(decodeURIComponent(path))
  } catch {
    return false
  }
}

function isForm(contentType: string): boolean {
  return contentType.startsWith('multipart/form-data')
}

/** As Next.js compares them. A request without an origin comes from no page, and carries no visitor's rights. */
function fromHere(headers: Pick<Headers, 'get'>): boolean {
  const origin = headers.get('origin')
  const host = headers.get('x-forwarded-host')?.split(',')[0]?.trim() || headers.get('host')
  const same = origin === null || (URL.canParse(origin) && new URL(origin).host === host)
  if (!same)
    warn(
      'A form was refused because its Origin is not the Host of the request. If it came from this site, let the proxy pass the Host header on (nginx: proxy_set_header Host $host)',
    )
  return same
}

/** The whole body, or null as soon as it is too much. */
async function read(request: Request): Promise<Buffer | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size >= maxPostBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

type Field = [name: string, value: string]

/** The fields of a body in the format above, or null. */
export function parse(body: Buffer, headers: Headers): Field[] | null {
  const type = headers.get('content-type') ?? ''
  const boundary = /^multipart\/form-data; boundary=([\w-]{0,69}\w)$/.exec(type)?.[1]
  if (!boundary) return null
  // One character for each byte, so that nothing but ASCII can look like a boundary or a header.
  const [before, ...parts] = body.toString('latin1').split(boundary)
  const end = parts.pop()
  if (before !== '--' || (end !== '--\r\n' && end !== '--')) return null
  const fields = parts.map(field)
  return fields.every((each) => each !== null) ? fields : null
}

const part = /^\r\ncontent-disposition: form-data; name="([\w$:.-]{1,64})"\r\n\r\n(.*)\r\n--$/is
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function field(bytes: string): Field | null {
  const [, name, value] = part.exec(bytes) ?? []
  if (name === undefined || value === undefined) return null
  try {
    return [name, utf8.decode(Buffer.from(value, 'latin1'))]
  } catch {
    return null
  }
}

/** A call with two arguments, nothing and a form, whose fields carry its number before their names. */
function sentByScript(form: Field[], action: string): boolean {
  const calls = form.filter(([name]) => name === '0')
  return (
    /^[\da-f]{42}$/.test(action) &&
    calls.length === 1 &&
    calls[0]?.[1] === '[null,"$K1"]' &&
    form.length <= maxFields &&
    form.every(([name]) => /^0$|^_1_/.test(name))
  )
}

/** The hidden fields by which a form names its action, as pages of any build have them. */
const hidden: [name: RegExp, isOurs: (value: string) => boolean][] = [
  [/^\$ACTION_REF_\d{1,3}$/, (value) => value === ''],
  [/^\$ACTION_\d{1,3}:0$/, (value) => /^\{"id":"[\da-f]{42}","bound":"\$@1"\}$/.test(value)],
  [/^\$ACTION_\d{1,3}:1$/, isLastAnswer],
  [/^\$ACTION_KEY$/, (value) => /^k[\da-f]{32}$/.test(value)],
]

function sentWithoutScript(form: Field[]): boolean {
  const naming = form.filter(([name]) => name.startsWith('$ACTION'))
  const numbers = naming.flatMap(([name]) => /\d+/.exec(name)?.[0] ?? [])
  return (
    naming.length === hidden.length &&
    new Set(numbers).size === 1 &&
    form.length <= maxFields &&
    hidden.every(([known, isOurs]) =>
      naming.some(([name, value]) => known.test(name) && isOurs(value)),
    )
  )
}

/** What the last answer was, sent along by the page that showed it. A dollar sign would have it refer to more. */
function isLastAnswer(text: string): boolean {
  try {
    const bound = JSON.parse(text)
    return Array.isArray(bound) && bound.length === 1 && isPlain(bound, 6)
  } catch {
    return false
  }
}

function isPlain(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return !/^\$(?!\$)/.test(value)
  if (typeof value !== 'object' || value === null) return true
  return depth > 0 && Object.values(value).every((part) => isPlain(part, depth - 1))
}
