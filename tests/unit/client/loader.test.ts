import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { isSignOfPerson, mayDownloadAhead } from '@/lib/client/loader'
import { bundleLoader, hashOf } from '../../../scripts/bundle-loader.mjs'

describe('a sign of a person', () => {
  it.each(['scroll', 'keydown', 'pointerdown'])('is every %s', (type) => {
    expect(isSignOfPerson({ type })).toBe(true)
  })

  it.each([
    [0, 0, false],
    [1, 0, true],
    [0, -2, true],
    [undefined, undefined, false],
  ])('is a pointer that moves by %s and %s: %s', (movementX, movementY, expected) => {
    expect(isSignOfPerson({ type: 'pointermove', movementX, movementY })).toBe(expected)
  })
})

describe('scripts are downloaded ahead', () => {
  it.each([
    ['where the browser does not describe the connection', undefined, true],
    ['on a fast connection', { saveData: false, effectiveType: '4g' }, true],
    ['not with Save-Data', { saveData: true, effectiveType: '4g' }, false],
    ['not on 2g', { saveData: false, effectiveType: '2g' }, false],
    ['not on slow 2g', { saveData: false, effectiveType: 'slow-2g' }, false],
  ])('%s', (_, connection, expected) => {
    expect(mayDownloadAhead(connection)).toBe(expected)
  })
})

describe('the bundled loader', () => {
  const { source, hash } = bundleLoader()

  it('is the same each time, so that one hash fits every page', () => {
    expect(bundleLoader()).toEqual({ source, hash })
    expect(hash).toBe(hashOf(source))
  })

  it('is about a kilobyte and can stand in a script element', () => {
    expect(gzipSync(source).length).toBeLessThan(1300)
    expect(source).not.toMatch(/<\/script|<!--/i)
  })
})
