import { expect, it, vi } from 'vitest'
import { newSubmissionId } from '@/lib/leads/client/submission-id'

it('makes UUIDs on pages over plain http, too', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  const ids = new Set(Array.from({ length: 100 }, newSubmissionId))
  vi.unstubAllGlobals()
  expect(ids.size).toBe(100)
  for (const id of ids)
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/)
})
