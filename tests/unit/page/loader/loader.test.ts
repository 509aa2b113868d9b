import { expect, it } from 'vitest'
import { isSignOfPerson, mayDownloadAhead } from '@/lib/page/loader/loader'

it.each([
  [{ type: 'scroll' }, true],
  [{ type: 'keydown' }, true],
  [{ type: 'click' }, true],
  [{ type: 'pointermove', movementX: 0, movementY: 0 }, false],
  [{ type: 'pointermove', movementX: 0, movementY: -2 }, true],
  [{ type: 'pointermove', movementX: undefined, movementY: undefined }, false],
])('that %o comes from a person is %s', (event, expected) => {
  expect(isSignOfPerson(event)).toBe(expected)
})

it.each([
  [undefined, true],
  [{ saveData: false, effectiveType: '4g' }, true],
  [{ saveData: true, effectiveType: '4g' }, false],
  [{ saveData: false, effectiveType: 'slow-2g' }, false],
])('that the connection %o allows downloads ahead is %s', (connection, expected) => {
  expect(mayDownloadAhead({ connection })).toBe(expected)
})
