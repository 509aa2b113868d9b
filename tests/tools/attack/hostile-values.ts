import fc from 'fast-check'
import { anyText } from '../../support/visitor/any-text'

/** What hostile requests carry, for `hostile-requests.ts`. */

const name = fc.oneof(
  fc.constantFrom('name', 'phone', 'businessName', 'email', 'dialog', 'submissionId'),
  fc.constantFrom('reference_note', 'attribution', 'challenges', 'preferredDate', 'website'),
  fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'then', 'name[]'),
  fc.constantFrom('$ACTION_REF_9', '$ACTION_ID_x', '$ACTION_KEY', '$ACTION_9:0', '0', '_1_name'),
  fc.string({ maxLength: 20 }).map((text) => text.replace(/["\r\n]/g, '')),
)
const value = fc.oneof(
  anyText(300),
  fc.constantFrom('', 'null', '\0', '\ud800', '\udfff\ud800', '\u202e', '=cmd|calc', '$@1'),
  fc.constantFrom('{"__proto__":{"a":1}}', '$$', '9'.repeat(400), '<script>alert(1)</script>'),
  fc.constantFrom(`a@${'.'.repeat(30_000)} `, `${'a'.repeat(30_000)}@`, ' '.repeat(30_000)),
  fc.json({ maxDepth: 5 }),
)

export const fields = fc.array(fc.tuple(name, value), { maxLength: 12 })

export const references = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(...'Fh@KQWiTBDnRrx'),
      fc.constantFrom('', '0', '1', '2', 'ff', '-1', '__proto__', '1:constructor'),
    )
    .map(([sign, id]) => JSON.stringify([null, `$${sign}${id}`])),
  fc.constantFrom('', '[', 'null', '0', '"$K1"', '{}', '[]', '[null]', '[null,"$K2"]'),
  fc.constantFrom('[null,"$K1",1]', '{"then":"$F1"}', '["$1:then:constructor","$K1"]'),
  fc.json(),
)

export const bytes = fc.uint8Array({ maxLength: 600 }).map((data) => Buffer.from(data))

/** Not this id of an action. */
export const actionIds = (actionId: string) =>
  fc.oneof(
    fc.constantFrom('', 'x', 'toString', '__proto__', 'null', '0', `${actionId}0`, '$F1'),
    fc.stringMatching(/^[0-9a-f]{42}$/),
    fc.stringMatching(/^[ -~]{1,60}$/),
  )

/** Not the origin of this site. */
export const origins = (url: string) =>
  fc.oneof(
    fc.constantFrom('null', '', 'https://evil.example', `${url}.evil.example`),
    fc.constantFrom('file://', '//', 'x'),
    fc.webUrl(),
    fc.stringMatching(/^[!-~]{1,40}$/),
  )

export const paths = fc.oneof(
  fc.constantFrom('/%ff%00', '/%', '/icons/%E0%A4%A', '/icons/x', '/../../etc/passwd'),
  fc.constantFrom('//evil', '/\\x', '/_next/static/%2e%2e%2fpackage.json', '/.env'),
  fc.constantFrom('/_next/image?url=/&w=1', '/data/leads.db'),
  fc.stringMatching(/^\/[!-~]{0,60}$/),
  fc.webPath(),
)

export const headers = fc.constantFrom(
  ['rsc', '1'],
  ['next-router-state-tree', '%5B%5D'],
  ['next-router-state-tree', '{"a":'],
  ['next-router-prefetch', '1'],
  ['next-router-segment-prefetch', '/../../x'],
  ['x-middleware-subrequest', 'proxy:proxy:proxy:proxy:proxy'],
  ['x-matched-path', '/../../x'],
  ['x-invoke-status', '500'],
  ['x-nextjs-data', '1'],
  ['x-forwarded-host', 'evil.example'],
  ['x-action-forwarded', '1'],
  ['x-socket-address', '6.6.6.6'],
  ['accept', 'text/x-component'],
  ['range', 'bytes=0-999999999'],
  ['cookie', '__prerender_bypass=x; __next_preview_data=x'],
)

export const methods = fc.constantFrom(...'PUT PATCH DELETE OPTIONS PROPFIND HEAD TRACE'.split(' '))

/** Paths of this site and of Next.js in spellings that no page links to. */
export function unusualPaths(): string[] {
  const own = '/ /book-demo /icons/icon-192.png /icon.svg /robots.txt /api/health'
  const internal =
    '/_global-error /_not-found /_error /_document /_next/data /_next/static /_next/mcp'
  const paths = `${own} ${internal} /404 /500 /index /page`.split(' ')
  const percentEncoded = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`
  return [
    '*',
    '?',
    'x',
    ...paths.flatMap((path) => [
      ...['', '/', '.rsc', '.html', '.segments/_tree.segment.rsc'].map((end) => path + end),
      ...['%2f', '%00', '?nxtPfile=x&_rsc=1'].map((end) => path + end),
      `/${path}`,
      `/.${path}/..`,
      `/_next/data/build${path}.json`,
      `http://evil.example${path}`,
      path.toUpperCase(),
      path.replace(/[a-z]/g, percentEncoded),
      path.replace('.', percentEncoded),
    ]),
  ]
}
