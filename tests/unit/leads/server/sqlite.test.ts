import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openSqlite } from '@/lib/leads/server/journal/sqlite'

it.skipIf(process.platform === 'win32')(
  'only the owner can read the journal and its folder',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'journal-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const path = join(folder, 'data', 'leads.db')
    const store = openSqlite(path)
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    await store.close()
  },
)
