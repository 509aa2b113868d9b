import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isInstalled } from '../scripts/setup.mjs'

/** From version 12 on, npm runs the script that installs Node only with this. Before, the script itself fails with it. */
const npmVersion = /^npm\/(\d+)/.exec(process.env.npm_config_user_agent ?? '')?.[1]
const allowNode = Number(npmVersion) >= 12 ? '--allow-scripts=node' : ''

/**
 * `node tests/run.mjs "COMMAND" [WORD…]`: runs a command with these words at its end, in a temporary folder that is deleted
 * when it ends, also after a failure or Ctrl+C. All tests, browsers, and servers put their files there.
 *
 * `npm run tool -- NAME [WORD…]` runs one of these. CONTRIBUTING.md says when.
 *
 * @type {Record<string, string>}
 */
const tools = {
  bench: 'npm run setup && node --import tsx tests/tools/bench/bench.ts',
  brand:
    'npm run setup && tsx scripts/brand.tsx && npm run setup && node --import tsx tests/tools/shots/share.ts',
  debian: 'node --import tsx tests/tools/debian/walk.ts',
  mutants: `node scripts/setup.mjs && for folder in ${process.env.FOLDER ?? 'forms http leads'}; do FOLDER=$folder npx --yes --loglevel=error ${allowNode} --package=node@24 --package=@stryker-mutator/core@10.1.1 --package=@stryker-mutator/vitest-runner@10.1.1 stryker run tests/stryker.config.mjs || exit 1; done`,
  n8n: 'npm run setup && node --conditions=react-server --import tsx tests/tools/n8n/n8n.ts',
  platforms: 'node --import tsx tests/tools/check-platforms.ts',
  simulate: `node scripts/setup.mjs && DAYS=${process.env.DAYS ?? 100_000} vitest run --config tests/vitest.config.ts --mode fast simulation`,
  shots: 'npm run setup && node --import tsx tests/tools/shots/shots.ts',
  vercel: 'node --import tsx tests/tools/vercel/check-vercel.ts',
}

const { RUN_FOLDER: outer } = process.env
const [command, words] = read(process.argv.slice(2))
// What begins with the setup installs them.
if (!outer && !/setup/.test(command) && !isInstalled())
  fail('Packages are missing or outdated. Run: npm run setup')

const quoted = words.map((word) => (/^[\w@/.:=-]+$/.test(word) ? word : JSON.stringify(word)))
const folder = outer ?? mkdtempSync(join(tmpdir(), 'site-tests-'))
// Root runs databases as another user.
if (!outer) chmodSync(folder, 0o711)

const env = {
  ...process.env,
  RUN_FOLDER: folder,
  TMPDIR: folder,
  TEMP: folder,
  TMP: folder,
  // Outlives the run: Playwright compiles only the tests that have changed since the last one.
  PLAYWRIGHT_TRANSFORM_CACHE_DIR: join(import.meta.dirname, 'results/compiled'),
}
const child = spawn([command, ...quoted].join(' '), { shell: true, stdio: 'inherit', env })
// A terminal sends Ctrl+C to the command as well. This waits until the command has ended what it has started.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => child.kill())
child.on('exit', (code) => {
  if (!outer) rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  process.exit(code ?? 1)
})

/** @param {string[]} args @returns {[command: string, words: string[]]} */
function read([first = '', ...words]) {
  if (first !== 'tool') return [first, words]
  const [name = '', ...others] = words
  const tool = Object.hasOwn(tools, name) ? tools[name] : undefined
  return tool
    ? [tool, others]
    : fail(`Name a tool: npm run tool -- ${Object.keys(tools).join('|')}`)
}

/** @param {string} sentence @returns {never} */
function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
