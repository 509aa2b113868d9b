import './check-node.cjs'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * `npm run test:nodes`: runs type checks, lint, unit tests and the build on every supported version of Node, and all
 * tests on the oldest and the newest. `npm run test:nodes -- 24 26` uses only these versions.
 */

const root = join(import.meta.dirname, '..')
const supported = ['20.19', '22', '24', '26']
const requested = process.argv.slice(2)
const unknown = requested.filter((version) => !supported.includes(version))
if (unknown.length > 0) {
  console.error(
    `Not a supported version: ${unknown.join(', ')}. Supported: ${supported.join(', ')}`,
  )
  process.exit(1)
}

const results = []
for (const version of requested.length > 0 ? requested : supported) {
  const folder = install(version)
  for (const command of commandsFor(version)) {
    console.log(`\n== Node ${version}: ${command}`)
    const start = performance.now()
    const status = run(command, folder)
    const seconds = Math.round((performance.now() - start) / 1000)
    results.push({ passed: status === 0, line: `Node ${version}: ${command}, ${seconds} s` })
  }
}
const failed = results.filter(({ passed }) => !passed)
console.log('')
for (const { passed, line } of results) console.log(`${passed ? 'passed' : 'FAILED'}  ${line}`)
process.exit(failed.length > 0 ? 1 : 0)

function commandsFor(version) {
  const isOldestOrNewest = [supported.at(0), supported.at(-1)].includes(version)
  return isOldestOrNewest ? ['npm test'] : ['npm run check', 'npm run build']
}

/** Installs the newest release of a version from the npm package `node`, and returns the folder with its binary. */
function install(version) {
  const prefix = join(root, 'node_modules', '.cache', 'node', version)
  run(`npm install --prefix "${prefix}" --no-audit --no-fund node@${version}`)
  const folder = join(prefix, 'node_modules', 'node', 'bin')
  if (existsSync(folder)) return folder
  console.error(`Node ${version} could not be installed`)
  process.exit(1)
}

/** Runs a command with the `node` binary in this folder. */
function run(command, folder) {
  const { PATH = '' } = process.env
  const env = folder ? { ...process.env, PATH: `${folder}${delimiter}${PATH}` } : process.env
  return spawnSync(command, { cwd: root, env, shell: true, stdio: 'inherit' }).status
}
