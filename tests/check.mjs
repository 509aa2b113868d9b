import { spawn } from 'node:child_process'
import { once } from 'node:events'

/**
 * `node tests/check.mjs SCRIPT…`: runs these npm scripts at the same time, prints what each has printed once it has ended, and
 * names those that failed.
 */
const failed = await Promise.all(
  process.argv.slice(2).map(async (script) => {
    // Biome writes its report one word at a time, to stderr.
    const child = spawn(`npm run ${script} 2>&1`, {
      shell: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text
    })
    const [code] = await once(child, 'close')
    process.stdout.write(output)
    return code === 0 ? [] : script
  }),
)
if (failed.flat().length > 0) {
  console.error(`Failed: ${failed.flat().join(', ')}`)
  process.exitCode = 1
}
