import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildFingerprint, isBuilt, writeBuildStamp } from '../../scripts/build-stamp.mjs'

let folder: string
const write = (path: string, text: string) => writeFileSync(join(folder, path), text)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'build-'))
  for (const name of ['.next', 'lib']) mkdirSync(join(folder, name))
  write('.next/BUILD_ID', 'x')
  write('lib/a.ts', 'one')
  vi.stubEnv('NEXT_SERVER_ACTIONS_ENCRYPTION_KEY', undefined)
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('a build', () => {
  it('is needed when there is none or a source file has changed', () => {
    expect(isBuilt(folder)).toBe(false)
    writeBuildStamp(buildFingerprint(folder), folder)
    expect(isBuilt(folder)).toBe(true)
    write('lib/a.ts', 'two')
    expect(isBuilt(folder)).toBe(false)
  })

  it('is needed when .env changes the encryption key, even if the shell has an empty value', () => {
    writeBuildStamp(buildFingerprint(folder), folder)
    vi.stubEnv('NEXT_SERVER_ACTIONS_ENCRYPTION_KEY', '')
    expect(isBuilt(folder)).toBe(true)
    write('.env', 'NEXT_SERVER_ACTIONS_ENCRYPTION_KEY=a-key')
    expect(isBuilt(folder)).toBe(false)
    writeBuildStamp(buildFingerprint(folder), folder)
    expect(isBuilt(folder)).toBe(true)
    expect(process.env.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY).toBeUndefined()
  })
})
