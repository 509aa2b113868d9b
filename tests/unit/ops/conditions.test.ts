import { userInfo } from 'node:os'
import { expect, it } from 'vitest'
import { causeOf } from '@/lib/ops/conditions'

it.each([
  ['42P07', 'an unexpected fault (42P07)'],
  ['SQLITE_ERROR', 'an unexpected fault (SQLITE_ERROR)'],
  ['SQLITE_CANTOPEN', `the user ${userInfo().username} cannot open or write it (SQLITE_CANTOPEN)`],
  ['EACCES', `the user ${userInfo().username} cannot open or write it (EACCES)`],
  ['EROFS', 'the file can only be read (EROFS)'],
  ['SQLITE_READONLY', 'the file can only be read (SQLITE_READONLY)'],
  ['25006', 'the database can only be read, as a standby (25006)'],
  ['57P03', 'the database does not answer (57P03)'],
])('the alert of a journal that fails with %s says: %s', (code, cause) => {
  expect(causeOf(Object.assign(new Error('Ana Ruiz'), { code }))).toBe(cause)
})
