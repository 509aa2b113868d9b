/**
 * Ends the process with one sentence if this version of Node is too old. The first import of each command, and of the
 * standalone server, which has a copy of this file. It must run on old versions, so it is CommonJS and has no newer syntax.
 */

const { existsSync } = require('node:fs')
const { join } = require('node:path')

const [packagePath] = ['package.json', '../package.json']
  .map((path) => join(__dirname, path))
  .filter(existsSync)
const [, wanted] = />=(\d+\.\d+)/.exec(require(packagePath).engines.node)
const [wantedMajor, wantedMinor] = wanted.split('.').map(Number)
const [major, minor] = process.version.slice(1).split('.').map(Number)
if (major < wantedMajor || (major === wantedMajor && minor < wantedMinor)) {
  console.error(
    `This site needs Node ${wanted} or newer, and this is Node ${process.version.slice(1)}.`,
  )
  process.exit(1)
}
