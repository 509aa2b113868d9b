import { afterEach, expect, it, vi } from 'vitest'
import { newSubmissionId } from '@/lib/forms/client/submission-id'

afterEach(() => void vi.unstubAllGlobals())

it('makes submission ids on pages over plain HTTP too', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  const ids = new Set(Array.from({ length: 100 }, newSubmissionId))
  expect(ids.size).toBe(100)
  for (const id of ids) expect(id).toMatch(submissionId)
})

const submissionId = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/
