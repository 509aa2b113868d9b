import { describe, expect, it } from 'vitest'
import { isSignOfPerson, mayDownloadAhead } from '@/lib/loader/loader'

describe('isSignOfPerson', () => {
  it.each(['scroll', 'keydown', 'pointerdown'])('accepts every %s', (type) => {
    expect(isSignOfPerson({ type })).toBe(true)
  })

  it.each([
    [0, 0, false],
    [1, 0, true],
    [0, -2, true],
    [undefined, undefined, false],
  ])('for a pointer move of %s and %s is %s', (movementX, movementY, expected) => {
    expect(isSignOfPerson({ type: 'pointermove', movementX, movementY })).toBe(expected)
  })
})

describe('mayDownloadAhead', () => {
  it.each([
    ['allows it if the browser does not describe the connection', undefined, true],
    ['allows it on a fast connection', { saveData: false, effectiveType: '4g' }, true],
    ['forbids it with Save-Data', { saveData: true, effectiveType: '4g' }, false],
    ['forbids it on 2g', { saveData: false, effectiveType: '2g' }, false],
    ['forbids it on slow 2g', { saveData: false, effectiveType: 'slow-2g' }, false],
  ])('%s', (_, connection, expected) => {
    expect(mayDownloadAhead(connection)).toBe(expected)
  })
})
