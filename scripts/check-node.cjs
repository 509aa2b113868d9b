/**
 * Ends the process with one sentence if this version of Node is too old. The first import of each command, and of the
 * standalone server, which has a copy of this file and logs only JSON. It must run on old versions, so it is CommonJS and
 * has no newer syntax.
 */

const [major = 0, minor = 0] = process.version.slice(1).split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  const problem = `This site needs Node 20.19 or newer, and this is Node ${process.version.slice(1)}.`
  const isServer = /[\\/]server\.js$/.test(process.argv[1] || '')
  const line = { time: new Date().toISOString(), event: 'cannot start', problem }
  console.error(isServer ? JSON.stringify(line) : problem)
  process.exit(1)
}
