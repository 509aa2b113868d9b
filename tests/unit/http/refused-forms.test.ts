import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { fieldsOf } from '@/lib/forms/fields'
import { forms } from '@/lib/forms/forms'
import { escapeHtml } from '@/lib/http/plain-page'
import {
  builtActions,
  formPages,
  isReference,
  rejectOutdated,
  type ServerAction,
} from '@/lib/http/refused-forms'
import { site as product } from '@/lib/site'
import { captureLog } from '../../support/site/in-process'

const id = (letter: string) => letter.repeat(42)
const actions: ServerAction[] = [
  { id: id('a'), name: 'requestCallback' },
  { id: id('b'), name: 'bookDemo' },
]
const hidden = (action: string): [string, string][] => [
  ['$ACTION_REF_1', ''],
  ['$ACTION_1:0', `{"id":"${action}","bound":"$@1"}`],
  ['$ACTION_1:1', '[null]'],
  ['$ACTION_KEY', `k${'0'.repeat(32)}`],
]
const callback: [string, string][] = [
  ['dialog', 'call-our-ai'],
  ['submissionId', 'not shown'],
  ['name', 'Ana <b>"O\'Brien"</b>'],
  ['phone', '509-555-0147'],
]

const mainOf = (html: string) => /<main>([\s\S]*)<\/main>/.exec(html)?.[1]
const hiddenInputs = (action: string) =>
  `<input type="hidden" name="$ACTION_REF_1" value="">
<input type="hidden" name="$ACTION_1:0" value="{&quot;id&quot;:&quot;${action}&quot;,&quot;bound&quot;:&quot;$@1&quot;}">
<input type="hidden" name="$ACTION_1:1" value="[null]">
<input type="hidden" name="$ACTION_KEY" value="k${'0'.repeat(32)}">`

it('shows the entries of a post to another action, escaped, and logs none of them', () => {
  const log = captureLog()
  const { html = '', ...rest } = rejectOutdated([...hidden(id('c')), ...callback], actions)
  expect(rest).toEqual({
    status: 409,
    text: 'We updated this site while you were on it. Please reload the page and send the form again.',
  })
  expect(mainOf(html)).toBe(`
<p><a href="/">${product.name}</a></p>
<h1>Please send your form again</h1>
<p>We updated this site while you were on it. Your form was not sent yet. Here is what you entered.</p>
<dl>
<dt>Full Name</dt>
<dd>Ana &lt;b&gt;&quot;O&#39;Brien&quot;&lt;/b&gt;</dd>
<dt>Phone Number</dt>
<dd>509-555-0147</dd>
</dl>
<form method="post" action="/" enctype="multipart/form-data">
${hiddenInputs(id('a'))}
<input type="hidden" name="dialog" value="call-our-ai">
<input type="hidden" name="submissionId" value="not shown">
<input type="hidden" name="name" value="Ana &lt;b&gt;&quot;O&#39;Brien&quot;&lt;/b&gt;">
<input type="hidden" name="phone" value="509-555-0147">
<button>Send again</button>
</form>
<p>If that does not work, open the form again and copy your entries into it.</p>
<p><a href="/">Open the form again</a></p>
`)
  expect(log.events()).toEqual([{ time: expect.any(String), event: 'refused', why: 'outdated' }])
})

it('sends a booking to the action of this build, with every field and line break', () => {
  const fields: [string, string][] = [
    ...hidden(id('c')),
    ['fullName', 'Ana Ruiz'],
    ['website', ' '],
    ['challenges', 'Missed calls after hours'],
    ['challenges', 'Manage referrals'],
    ['additionalNotes', '\r\nFirst line\r\nSecond\nThird'],
  ]
  captureLog()
  const { html = '' } = rejectOutdated(fields, actions)
  expect(mainOf(html)).toContain(`
<dl>
<dt>Full Name</dt>
<dd>Ana Ruiz</dd>
<dt>Current Business Challenges</dt>
<dd>Missed calls after hours, Manage referrals</dd>
<dt>Additional Notes</dt>
<dd><br>First line<br>Second<br>Third</dd>
</dl>
<form method="post" action="/book-demo" enctype="multipart/form-data">
${hiddenInputs(id('b'))}
<input type="hidden" name="fullName" value="Ana Ruiz">
<input type="hidden" name="website" value=" ">
<input type="hidden" name="challenges" value="Missed calls after hours">
<input type="hidden" name="challenges" value="Manage referrals">
<input type="hidden" name="additionalNotes" value="&#13;&#10;First line&#13;&#10;Second&#10;Third">
<button>Send again</button>
</form>
<p>If that does not work, open the form again and copy your entries into it.</p>
<p><a href="/book-demo">Open the form again</a></p>
`)
})

it.each(Object.values(forms))('shows every field of a $kind form', (spec) => {
  captureLog()
  const fields = fieldsOf(spec).filter(({ type }) => type !== 'fixed')
  const dialog: [string, string][] =
    spec.action === 'requestCallback' ? [['dialog', spec.kind]] : []
  const entered = fields.map(({ name }): [string, string] => [name, `the ${name}`])
  const { html = '' } = rejectOutdated([...dialog, ...entered], actions)
  const shown = [...html.matchAll(/<dt>(.*)<\/dt>\n<dd>(.*)<\/dd>/g)].map(([, ...row]) => row)
  expect(shown.sort()).toEqual(
    fields.map(({ name, label }) => [escapeHtml(label), `the ${name}`]).sort(),
  )
  expect(html).toContain(`<form method="post" action="${spec.page}"`)
})

it('finds the reference to the action by its exact name, and needs neither it nor the action', () => {
  captureLog()
  expect(hidden(id('a')).filter(isReference)).toEqual([hidden(id('a'))[1]])
  expect(isReference(['$ACTION_12:0', ''])).toBe(true)
  for (const name of ['x$ACTION_1:0', '$ACTION_1:00']) expect(isReference([name, ''])).toBe(false)
  expect(rejectOutdated(callback, actions).status).toBe(409)
  expect(rejectOutdated(callback, [{ id: id('b'), name: 'bookDemo' }]).status).toBe(409)
})

it('knows the page of each server action', async () => {
  expect(Object.keys(formPages).sort()).toEqual(Object.keys(await import('@/app/actions')).sort())
})

it('takes the actions of the build from the manifest of Next.js, but not in development', () => {
  const folder = mkdtempSync(join(tmpdir(), 'actions-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  vi.spyOn(process, 'cwd').mockReturnValue(folder)
  vi.stubEnv('NODE_ENV', 'production')
  expect(builtActions()).toEqual([])
  mkdirSync(join(folder, '.next/server'), { recursive: true })
  const manifest = { node: { [id('a')]: { exportedName: 'bookDemo', workers: {} } } }
  const path = join(folder, '.next/server/server-reference-manifest.json')
  writeFileSync(path, JSON.stringify(manifest))
  expect(builtActions()).toEqual([{ id: id('a'), name: 'bookDemo' }])
  vi.stubEnv('NODE_ENV', 'development')
  expect(builtActions()).toEqual([])
})
