import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { postgres } from '../support/database/database'
import { startProgram } from '../support/process/start-program'
import { temporaryFolder } from '../support/process/temporary-folder'

/** Databases and browsers of tests: one that cannot start fails its tests at once, with the reason. */

const never = () => false

function programWith(script: string, mode = 0o755): string {
  const path = join(temporaryFolder('program'), 'program')
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, mode)
  return path
}

it('a program that does not exist is named with the reason', async () => {
  await expect(startProgram('/nowhere/initdb', [], never)).rejects.toThrow(
    /^\/nowhere\/initdb did not start: spawn \/nowhere\/initdb ENOENT$/,
  )
})

it.skipIf(process.platform === 'win32')(
  'a program that this user may not run is named with the reason',
  async () => {
    const path = programWith('', 0o644)
    await expect(startProgram(path, [], never)).rejects.toThrow(
      new Error(`${path} did not start: spawn ${path} EACCES`),
    )
  },
)

it.skipIf(process.platform === 'win32')(
  'a program that ends is named with its exit code and what it has printed',
  async () => {
    const path = programWith('echo "could not bind" >&2; exit 3')
    await expect(startProgram(path, [], never)).rejects.toThrow(
      new Error(`${path} did not start: it ended with 3\ncould not bind`),
    )
  },
)

it('PostgreSQL that rejects its settings says so', async () => {
  await expect(postgres({ settings: ['no_such_setting=1'] })).rejects.toThrow(
    /postgres did not start: it ended with 1\n.*unrecognized configuration parameter "no_such_setting"/,
  )
})
