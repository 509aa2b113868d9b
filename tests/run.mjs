import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * `node tests/run.mjs "COMMAND" [WORD…]`: runs a command with these words at its end, in a temporary folder that is deleted
 * when it ends, also after a failure or Ctrl+C. All tests, browsers, and servers put their files there.
 */

const [command = '', ...words] = process.argv.slice(2)
const quoted = words.map((word) => (/^[\w@/.:=-]+$/.test(word) ? word : JSON.stringify(word)))
const { RUN_FOLDER: outer } = process.env
const folder = outer ?? mkdtempSync(join(tmpdir(), 'site-tests-'))
// Root runs databases as another user.
if (!outer) chmodSync(folder, 0o711)

const env = { ...process.env, RUN_FOLDER: folder, TMPDIR: folder, TEMP: folder, TMP: folder }
const child = spawn([command, ...quoted].join(' '), { shell: true, stdio: 'inherit', env })
// A terminal sends Ctrl+C to the command as well. This waits until the command has ended what it has started.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => child.kill())
child.on('exit', (code) => {
  if (!outer) rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  process.exit(code ?? 1)
})
