/**
 * Ends the process with one sentence if this version of Node is too old. The first import of each command. It must run on old
 * versions, so it is CommonJS and has no newer syntax.
 */

const [major = 0, minor = 0] = process.version.slice(1).split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `This site needs Node 20.19 or newer, and this is Node ${process.version.slice(1)}.`,
  )
  process.exit(1)
}
