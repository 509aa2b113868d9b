import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { completeStandalone } from '../../scripts/build.mjs'
import { temporaryFolder } from '../support/temporary-folder'

it('the standalone build has the static files, and no .env file', () => {
  const root = temporaryFolder('build')
  const standalone = join(root, '.next/standalone')
  for (const folder of [standalone, join(root, 'public'), join(root, '.next/static')])
    mkdirSync(folder, { recursive: true })
  for (const name of ['.env', '.env.production', '.env.local'])
    writeFileSync(join(standalone, name), 'CALLBACK_WEBHOOK_URL=https://hooks.example/secret')
  writeFileSync(
    join(standalone, 'server.js'),
    "process.chdir(__dirname)\nrequire('next')\nstart()\n",
  )
  writeFileSync(join(root, 'public/icon.svg'), '')
  completeStandalone(root)
  expect(readdirSync(standalone).sort()).toEqual(['.next', 'check-node.cjs', 'public', 'server.js'])
  // The request filter is there before Next.js can listen.
  expect(readFileSync(join(standalone, 'server.js'), 'utf8')).toBe(
    "import './check-node.cjs'\nprocess.chdir(__dirname)\nawait import('./http-filter.mjs')\nrequire('next')\nstart()\n",
  )
  expect(existsSync(join(standalone, 'public/icon.svg'))).toBe(true)
})
