import { expect, it } from 'vitest'
import { rejectOutdated } from '@/lib/http/refused-forms'
import { captureLog } from '../../support/in-process'

const id = (letter: string) => letter.repeat(42)
const actions = [
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

it('accepts a post to an action of this build, and every post where the actions are not known', () => {
  expect(rejectOutdated([...hidden(id('a')), ...callback], actions)).toBeNull()
  expect(rejectOutdated([...hidden(id('c')), ...callback], [])).toBeNull()
})

it('shows the entries of a post to another action, escaped, and logs none of them', () => {
  const log = captureLog()
  const { status, html = '' } = rejectOutdated([...hidden(id('c')), ...callback], actions) ?? {}
  expect(status).toBe(409)
  expect(html).toContain('<dd>Ana &lt;b&gt;&quot;O&#39;Brien&quot;&lt;/b&gt;</dd>')
  expect(html).toContain('<dd>509-555-0147</dd>')
  expect(html).not.toContain('<b>')
  expect(html).not.toContain('<dd>not shown')
  expect(html).toContain('<form method="post" action="/" ')
  expect(log.text()).toMatch(/"event":"refused","why":"outdated"}\n$/)
  expect(log.text()).not.toContain('509')
})

it('sends a booking to the action of this build, with every field and line break', () => {
  const fields: [string, string][] = [
    ...hidden(id('c')),
    ['fullName', 'Ana Ruiz'],
    ['challenges', 'Missed calls after hours'],
    ['challenges', 'Manage referrals'],
    ['additionalNotes', '\r\nFirst line\r\nSecond'],
  ]
  captureLog()
  const { html = '' } = rejectOutdated(fields, actions) ?? {}
  expect(html).toContain('<form method="post" action="/book-demo" ')
  expect(html).toContain(
    `{&quot;id&quot;:&quot;${id('b')}&quot;,&quot;bound&quot;:&quot;$@1&quot;}`,
  )
  expect(html).not.toContain(id('c'))
  expect(html).toContain('<dd>Missed calls after hours, Manage referrals</dd>')
  expect(html).toContain('<dd><br>First line<br>Second</dd>')
  expect(html).toContain('value="&#13;&#10;First line&#13;&#10;Second"')
  expect(html.match(/type="hidden"/g)).toHaveLength(fields.length)
})
