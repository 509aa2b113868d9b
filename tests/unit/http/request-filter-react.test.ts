import { createRequire } from 'node:module'
import { parseFragment, defaultTreeAdapter as tree } from 'parse5'
import { expect, it } from 'vitest'
import { refuseRequest } from '@/lib/http/request-filter'

/** The copies of React in the installed Next.js: they render the forms and encode what the browser sends. */
const require = createRequire(import.meta.url)
const { createElement, useActionState } = require('next/dist/compiled/react')
const { prerender } = require('next/dist/compiled/react-dom/static.node')
const { encodeReply } = require('next/dist/compiled/react-server-dom-turbopack/client.browser')
const {
  createServerReference,
} = require('next/dist/compiled/react-server-dom-turbopack/client.node')

const action = createServerReference('6'.repeat(42), async () => null)
const formFields = [
  ['name', 'Ana Ruiz'],
  ['challenges', 'Missed calls'],
  ['challenges', 'Price shoppers'],
] as const

function Form({ previousResult }: { previousResult: unknown }) {
  const [, formAction] = useActionState(action, previousResult)
  return createElement('form', { action: formAction })
}

/** The hidden inputs of two forms on a page, as React prerenders them. */
async function hiddenInputs(previousResult: unknown): Promise<[string, string][][]> {
  const forms = ['first', 'second'].map((key) => createElement(Form, { key, previousResult }))
  const { prelude } = await prerender(forms)
  const html = await new Response(prelude).text()
  return parseFragment(html)
    .childNodes.filter((node) => tree.isElementNode(node))
    .map((form) =>
      form.childNodes
        .filter((node) => tree.isElementNode(node))
        .map(({ attrs }) => {
          const attribute = (key: string) => attrs.find(({ name }) => name === key)?.value ?? ''
          return [attribute('name'), attribute('value')]
        }),
    )
}

function post(fields: Iterable<readonly [string, unknown]>, headers: Record<string, string> = {}) {
  const body = new FormData()
  for (const [name, value] of fields) body.append(name, String(value))
  return refuseRequest(new Request('http://px.example/', { method: 'POST', headers, body }))
}

const notOurs = { status: 400, text: 'This is not a form on this site.' }

/** The failure message: what to do after an upgrade that changes the format. */
const advice = (fields: readonly (readonly [string, unknown])[]) =>
  `React now sends forms in a format that the server rejects, so no lead would arrive. Update \`postFormats\` in lib/http/request-filter.ts to match these fields: ${JSON.stringify(fields)}`

const results = {
  'a page before its first post': null,
  'a page that shows errors': {
    status: 'invalid',
    fields: { name: 'Enter $5 {"or"} less' },
    entries: { name: '$5 <b>', challenges: ['$$', 'é'], submissionId: '', thread: '' },
  },
}

it.each(Object.entries(results))(
  'the fields that React adds to %s are accepted, but only all together and once',
  async (_, previousResult) => {
    const forms = await hiddenInputs(previousResult)
    expect(forms).toHaveLength(2)
    for (const hidden of forms) {
      const fields = [...hidden, ...formFields]
      expect(await post(fields), advice(fields)).toBeNull()
    }
    const [hidden = [], other = []] = forms
    for (const field of hidden) {
      const without = hidden.filter((each) => each !== field)
      expect(await post([...without, ...formFields])).toEqual(notOurs)
      expect(await post([field, ...hidden, ...formFields])).toEqual(notOurs)
    }
    expect(await post([...hidden.slice(0, 1), ...other.slice(1)])).toEqual(notOurs)
  },
)

it('the fields that React sends for a form submitted by script are accepted, but no other arguments', async () => {
  const form = new FormData()
  for (const [name, value] of formFields) form.append(name, value)
  const headers = { 'next-action': '6'.repeat(42) }
  const fields: [string, FormDataEntryValue][] = [...(await encodeReply([null, form]))]
  expect(await post(fields, headers), advice(fields)).toBeNull()
  for (const args of [
    [form, null],
    [null, form, form],
    [new Date(), form],
  ])
    expect(await post(await encodeReply(args), headers)).toEqual(notOurs)
})
