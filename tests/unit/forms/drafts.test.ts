import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDraft } from '@/lib/forms/drafts'
import { fieldsOf, forms } from '@/lib/forms/fields'
import { draftKey } from '@/lib/forms/session-storage'

it.each([
  ['booking', 'bookingDraft'],
  ['see-ai-in-action', 'see-ai-in-actionDraft'],
  ['call-our-ai', 'call-our-aiDraft'],
] as const)('the draft of %s is stored as %s and has only fields of its form', (kind, key) => {
  expect(draftKey(kind)).toBe(key)
  const [name = ''] = Object.keys(forms[kind])
  const draft = parseDraft(
    kind,
    JSON.stringify({ step: 1, entries: { [name]: 'Ana', unknown: 'x' } }),
  )
  expect(draft?.entries).toMatchObject({ [name]: 'Ana' })
  expect(draft?.entries).not.toHaveProperty('unknown')
})

describe('the stored booking draft', () => {
  it('is read as it was saved', () => {
    const entries = { fullName: 'Ana', challenges: ['a', 'b'], submissionId: 'x' }
    expect(parseDraft('booking', JSON.stringify({ step: 3, entries }))).toMatchObject({
      step: 3,
      entries,
    })
  })

  it.each([
    null,
    '',
    'null',
    '7',
    '[]',
    '{}',
    '{"step":"2","entries":{}}',
    '{"step":1.5,"entries":{}}',
  ])('is null when %s is stored', (stored) => {
    expect(parseDraft('booking', stored)).toBeNull()
  })

  it('reads any stored text without throwing', () => {
    const anything = fc.json({ maxDepth: 4 })
    const draft = fc.tuple(fc.json({ maxDepth: 0 }), anything)
    fc.assert(
      fc.property(fc.oneof(anything, draft), (value) => {
        const stored =
          typeof value === 'string' ? value : `{"step":${value[0]},"entries":${value[1]}}`
        const found = parseDraft('booking', stored)
        if (found) expectBooking(found.entries)
      }),
    )
  })
})

const posted = fieldsOf('booking').filter(({ type }) => type !== 'fixed')
const names = [...posted.map(({ name }) => name), 'submissionId'].sort()
const lists = ['challenges', 'interestedServices']

function expectBooking(entries: Record<string, unknown>) {
  expect(Object.keys(entries).sort()).toEqual(names)
  for (const [name, value] of Object.entries(entries)) {
    const texts = lists.includes(name) ? value : [value]
    expect(Array.isArray(texts) && texts.every((text) => typeof text === 'string')).toBe(true)
  }
}
