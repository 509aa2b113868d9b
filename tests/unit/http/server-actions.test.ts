import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { builtActions, formPages } from '@/lib/http/server-actions'
import { temporaryFolder } from '../../support/process/files'

it('knows the page of each server action', async () => {
  expect(Object.keys(formPages).sort()).toEqual(Object.keys(await import('@/app/actions')).sort())
})

it('takes the actions of the build from the manifest of Next.js, but not in development', () => {
  const id = 'a'.repeat(42)
  const folder = temporaryFolder('actions')
  vi.spyOn(process, 'cwd').mockReturnValue(folder)
  vi.stubEnv('NODE_ENV', 'production')
  expect(builtActions()).toEqual([])
  mkdirSync(join(folder, '.next/server'), { recursive: true })
  const manifest = { node: { [id]: { exportedName: 'bookDemo', workers: {} } } }
  const path = join(folder, '.next/server/server-reference-manifest.json')
  writeFileSync(path, JSON.stringify(manifest))
  expect(builtActions()).toEqual([{ id, name: 'bookDemo' }])
  vi.stubEnv('NODE_ENV', 'development')
  expect(builtActions()).toEqual([])
})
