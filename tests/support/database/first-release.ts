import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../site/site'
import type { Database } from './database'

/** What version 1.0.0 has written, statement by statement. They run on both databases. */
export const firstRelease = readFileSync(join(root, 'tests/unit/leads/journal-1.0.0.sql'), 'utf8')
  .trimEnd()
  .replace(/;$/, '')
  .split(';\n')

export async function restoreFirstRelease(database: Database): Promise<void> {
  for (const statement of firstRelease) await database.query(statement)
}

/** As `pg_restore --clean` does: tables that version 1.0.0 does not have stay. */
export async function replaceByFirstRelease(database: Database): Promise<void> {
  for (const [, table] of firstRelease.join('\n').matchAll(/^CREATE TABLE (\w+)/gm))
    await database.query(`DROP TABLE ${table}`)
  await restoreFirstRelease(database)
}
