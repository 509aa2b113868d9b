import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { completeStandalone } from '../../scripts/build.mjs'
import { temporaryFolder } from '../support/temporary-folder'

it('the standalone build has the static files, and no .env file', () => {
  const root = temporaryFolder('build')
  const standalone = join(root, '.next/standalone')
  for (const folder of [standalone, join(root, 'public'), join(root, '.next/static')])
    mkdirSync(folder, { recursive: true })
  for (const name of ['.env', '.env.production', '.env.local', 'server.js'])
    writeFileSync(join(standalone, name), 'CALLBACK_WEBHOOK_URL=https://hooks.example/secret')
  writeFileSync(join(root, 'public/icon.svg'), '')
  completeStandalone(root)
  expect(readdirSync(standalone).sort()).toEqual(['.next', 'public', 'server.js'])
  expect(existsSync(join(standalone, 'public/icon.svg'))).toBe(true)
})
