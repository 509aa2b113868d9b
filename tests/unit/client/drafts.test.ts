import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { drafts } from '@/lib/client/drafts'
import { fieldsOf, forms } from '@/lib/leads/shared/fields'

const read = (stored: string | null) => {
  vi.stubGlobal('sessionStorage', { getItem: () => stored })
  return drafts.read('booking')
}

afterEach(() => {
  vi.unstubAllGlobals()
})

it.each([
  ['booking', 'bookingDraft'],
  ['see-ai-in-action', 'see-ai-in-actionDraft'],
  ['call-our-ai', 'call-our-aiDraft'],
] as const)('the draft of %s is stored as %s until it is deleted', (kind, key) => {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  })
  const [name = ''] = Object.keys(forms[kind])
  drafts.write(kind, JSON.stringify({ step: 1, entries: { [name]: 'Ana', unknown: 'x' } }))
  expect([...stored.keys()]).toEqual([key])
  expect(drafts.read(kind)?.entries).toMatchObject({ [name]: 'Ana' })
  expect(drafts.read(kind)?.entries).not.toHaveProperty('unknown')
  drafts.write(kind, null)
  expect(drafts.read(kind)).toBeNull()
})

describe('the stored booking draft', () => {
  it('is read as it was saved', () => {
    const entries = { fullName: 'Ana', challenges: ['a', 'b'], submissionId: 'x' }
    expect(read(JSON.stringify({ step: 3, entries }))).toMatchObject({ step: 3, entries })
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
    expect(read(stored)).toBeNull()
  })

  it.each([
    'null',
    '7',
    '[null]',
    '"text"',
    '{"fullName":null,"challenges":"one"}',
    '{"fullName":{}}',
  ])('has the names and types of the form when the stored entries are %s', (entries) => {
    const draft = read(`{"step":2,"entries":${entries}}`)
    if (draft) expectBooking(draft.entries)
    else expect(entries).toBe('null')
  })

  it('reads any stored text without throwing', () => {
    const anything = fc.json({ maxDepth: 4 })
    const draft = fc.tuple(fc.json({ maxDepth: 0 }), anything)
    fc.assert(
      fc.property(fc.oneof(anything, draft), (value) => {
        const stored =
          typeof value === 'string' ? value : `{"step":${value[0]},"entries":${value[1]}}`
        const found = read(stored)
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
