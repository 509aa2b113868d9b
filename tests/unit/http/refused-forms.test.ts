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

const mainOf = (html: string) => /<main>([\s\S]*)<\/main>/.exec(html)?.[1]
const hiddenInputs = (action: string) =>
  `<input type="hidden" name="$ACTION_REF_1" value="">
<input type="hidden" name="$ACTION_1:0" value="{&quot;id&quot;:&quot;${action}&quot;,&quot;bound&quot;:&quot;$@1&quot;}">
<input type="hidden" name="$ACTION_1:1" value="[null]">
<input type="hidden" name="$ACTION_KEY" value="k${'0'.repeat(32)}">`

it('accepts a post to an action of this build, and every post where the actions are not known', () => {
  expect(rejectOutdated([...hidden(id('a')), ...callback], actions)).toBeNull()
  expect(rejectOutdated([...hidden(id('c')), ...callback], [])).toBeNull()
})

it('shows the entries of a post to another action, escaped, and logs none of them', () => {
  const log = captureLog()
  const { html = '', ...rest } = rejectOutdated([...hidden(id('c')), ...callback], actions) ?? {}
  expect(rest).toEqual({
    status: 409,
    text: 'We updated this site while you were on it. Please reload the page and send the form again.',
  })
  expect(mainOf(html)).toBe(`
<p><a href="/">Plumbing Xperience</a></p>
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
    ['challenges', 'Missed calls after hours'],
    ['challenges', 'Manage referrals'],
    ['additionalNotes', '\r\nFirst line\r\nSecond'],
  ]
  captureLog()
  const { html = '' } = rejectOutdated(fields, actions) ?? {}
  expect(mainOf(html)).toContain(`
<dl>
<dt>Full Name</dt>
<dd>Ana Ruiz</dd>
<dt>Current Business Challenges</dt>
<dd>Missed calls after hours, Manage referrals</dd>
<dt>Additional Notes</dt>
<dd><br>First line<br>Second</dd>
</dl>
<form method="post" action="/book-demo" enctype="multipart/form-data">
${hiddenInputs(id('b'))}
<input type="hidden" name="fullName" value="Ana Ruiz">
<input type="hidden" name="challenges" value="Missed calls after hours">
<input type="hidden" name="challenges" value="Manage referrals">
<input type="hidden" name="additionalNotes" value="&#13;&#10;First line&#13;&#10;Second">
<button>Send again</button>
</form>
<p>If that does not work, open the form again and copy your entries into it.</p>
<p><a href="/book-demo">Open the form again</a></p>
`)
})
