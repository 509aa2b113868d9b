import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { fieldsOf } from '@/lib/forms/fields'
import { forms } from '@/lib/forms/forms'
import {
  builtActions,
  formPages,
  isReference,
  refuseOutdated,
  type ServerAction,
} from '@/lib/http/outdated-forms'
import { elementsOf } from '@/lib/page/loader/html.mjs'
import { temporaryFolder } from '../../support/process/files'
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

/** What the page shows of the entries, and what its button sends, as the browser reads them. */
function read(html = '') {
  const elements = elementsOf(html.replaceAll('<br>', '&#10;'))
  const textsOf = (tag: string) =>
    elements.flatMap((element) => (element.tag === tag ? element.text : []))
  const texts = textsOf('dd')
  return {
    shown: textsOf('dt').map((label, index) => [label, texts[index]]),
    sent: elements.flatMap(({ attributes: { type, name, value } }) =>
      type === 'hidden' ? [[name, value]] : [],
    ),
    forms: html.match(/<form [^>]*>/g),
    tags: html.match(/<b>/g),
  }
}
const formTo = (page: string) => [
  `<form method="post" action="${page}" enctype="multipart/form-data">`,
]

it('a form of another build comes back with its entries as text, and is sent to this build; the log has none of them', () => {
  const log = captureLog()
  const { html, ...rest } = refuseOutdated([...hidden(id('c')), ...callback], actions)
  expect(rest).toEqual({
    status: 409,
    text: 'We updated this site while you were on it. Please reload the page and send the form again.',
  })
  expect(read(html)).toEqual({
    shown: [
      ['Full Name', 'Ana <b>"O\'Brien"</b>'],
      ['Phone Number', '509-555-0147'],
    ],
    sent: [...hidden(id('a')), ...callback],
    forms: formTo('/'),
    tags: null,
  })
  expect(log.events()).toEqual([{ time: expect.any(String), event: 'refused', reason: 'outdated' }])
})

it('a booking of another build comes back with every choice and line break', () => {
  const fields: [string, string][] = [
    ['website', ' '],
    ['challenges', 'Missed calls after hours'],
    ['challenges', 'Manage referrals'],
    ['additionalNotes', '\r\nFirst line\r\nSecond\nThird'],
  ]
  captureLog()
  const { html } = refuseOutdated([...hidden(id('c')), ...fields], actions)
  expect(read(html)).toEqual({
    shown: [
      ['Current Business Challenges', 'Missed calls after hours, Manage referrals'],
      ['Additional Notes', '\nFirst line\nSecond\nThird'],
    ],
    sent: [...hidden(id('b')), ...fields],
    forms: formTo('/book-demo'),
    tags: null,
  })
})

it.each(Object.values(forms))('every field of a $kind form comes back', (spec) => {
  captureLog()
  const fields = fieldsOf(spec).filter(({ type }) => type !== 'fixed')
  const dialog: [string, string][] =
    spec.action === 'requestCallback' ? [['dialog', spec.kind]] : []
  const entered = fields.map(({ name }): [string, string] => [name, `the ${name}`])
  const { shown, forms } = read(refuseOutdated([...dialog, ...entered], actions).html)
  expect(shown.sort()).toEqual(fields.map(({ name, label }) => [label, `the ${name}`]).sort())
  expect(forms).toEqual(formTo(spec.page))
})

it('finds the reference to the action by its exact name, and needs neither it nor the action', () => {
  captureLog()
  expect(hidden(id('a')).filter(isReference)).toEqual([hidden(id('a'))[1]])
  expect(isReference(['$ACTION_12:0', ''])).toBe(true)
  for (const name of ['x$ACTION_1:0', '$ACTION_1:00']) expect(isReference([name, ''])).toBe(false)
  expect(refuseOutdated(callback, actions).status).toBe(409)
  expect(refuseOutdated(callback, [{ id: id('b'), name: 'bookDemo' }]).status).toBe(409)
})

it('knows the page of each server action', async () => {
  expect(Object.keys(formPages).sort()).toEqual(Object.keys(await import('@/app/actions')).sort())
})

it('takes the actions of the build from the manifest of Next.js, but not in development', () => {
  const folder = temporaryFolder('actions')
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
