import 'server-only'
import { warn } from '@/lib/log'
import { maxPostBytes } from '@/lib/policy.mjs'

/**
 * What stands before the framework: it answers 500 to a post that it cannot read, and reads far more than a form of
 * this site can send. Whatever else arrives is refused here, with a sentence.
 */

export type Refusal = { status: number; text: string }

const maxFields = 64

const refusals = {
  path: { status: 400, text: 'This address is not spelled as one.' },
  origin: { status: 403, text: 'Forms are taken from pages of this site only.' },
  type: { status: 415, text: 'A form is sent as multipart/form-data.' },
  size: { status: 413, text: 'This is more than a form of this site can hold.' },
  broken: { status: 400, text: 'This form did not arrive whole. Please send it again.' },
  foreign: { status: 400, text: 'This is not a form of this site.' },
} as const satisfies Record<string, Refusal>

/** Why a request is not let in, or null. */
export async function refusal(request: Request): Promise<Refusal | null> {
  const { method, headers, url } = request
  if (!isReadable(new URL(url).pathname)) return refusals.path
  if (method !== 'POST') return null
  if (!fromHere(headers)) return refusals.origin
  if (!headers.get('content-type')?.startsWith('multipart/form-data')) return refusals.type
  if (Number(headers.get('content-length')) >= maxPostBytes) return refusals.size

  const body = await read(request)
  if (!body) return refusals.size
  const form = await parse(body, headers)
  if (!form) return refusals.broken
  const action = headers.get('next-action')
  const known = action === null ? sentWithoutScript(form) : sentByScript(form, action)
  return known ? null : refusals.foreign
}

function isReadable(path: string): boolean {
  try {
    return decodeURIComponent(path) !== ''
  } catch {
    return false
  }
}

/** As the framework compares them. A request without an origin comes from no page, and carries nobody's rights. */
function fromHere(headers: Headers): boolean {
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
async function read(request: Request): Promise<Blob | null> {
  const chunks: BlobPart[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size >= maxPostBytes) return null
    chunks.push(chunk)
  }
  return new Blob(chunks)
}

async function parse(body: Blob, headers: Headers): Promise<[string, unknown][] | null> {
  const type = { 'content-type': headers.get('content-type') ?? '' }
  try {
    return [...(await new Response(body, { headers: type }).formData())]
  } catch {
    return null
  }
}

/** A call with two arguments, nothing and a form, whose fields carry its number before their names. */
function sentByScript(form: [string, unknown][], action: string): boolean {
  const calls = form.filter(([name]) => name === '0')
  return (
    /^[\da-f]{42}$/.test(action) &&
    calls.length === 1 &&
    calls[0]?.[1] === '[null,"$K1"]' &&
    form.length <= maxFields &&
    form.every(([name, value]) => typeof value === 'string' && /^0$|^_1_/.test(name))
  )
}

/** The hidden fields by which a form names its action, as pages of any build have them. */
const hidden: [name: RegExp, isOurs: (value: string) => boolean][] = [
  [/^\$ACTION_REF_\d{1,3}$/, (value) => value === ''],
  [/^\$ACTION_\d{1,3}:0$/, (value) => /^\{"id":"[\da-f]{42}","bound":"\$@1"\}$/.test(value)],
  [/^\$ACTION_\d{1,3}:1$/, isLastAnswer],
  [/^\$ACTION_KEY$/, (value) => /^k[\da-f]{32}$/.test(value)],
]

function sentWithoutScript(form: [string, unknown][]): boolean {
  const naming = form.filter(([name]) => name.startsWith('$ACTION'))
  return (
    naming.length === hidden.length &&
    form.length <= maxFields &&
    form.every(([, value]) => typeof value === 'string') &&
    hidden.every(([known, isOurs]) =>
      naming.some(([name, value]) => known.test(name) && isOurs(String(value))),
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
