import { spawn } from 'node:child_process'
import { ensureBuild, ensureDependencies, next } from './setup.mjs'

ensureDependencies()
ensureBuild()

const { PORT = '3000', HOSTNAME } = process.env
const address = HOSTNAME ? ['-H', HOSTNAME] : []
const server = spawn(process.execPath, [next, 'start', '-p', PORT, ...address], {
  stdio: 'inherit',
})

let stopping = false
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    stopping = true
    server.kill(signal)
  })
}
server.on('exit', (code) => process.exit(stopping ? 0 : (code ?? 1)))
