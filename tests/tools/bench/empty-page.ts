import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import next from 'next/package.json' with { type: 'json' }
import { freePort } from '../../support/process/ports'
import { waitUntil } from '../../support/process/wait'
import { root } from '../../support/site/site'

const program = join(root, 'node_modules/next/dist/bin/next')
const files = {
  'package.json': '{"type":"module"}',
  'next.config.mjs': `import { fileURLToPath } from 'node:url'
const root = fileURLToPath(new URL('../../..', import.meta.url))
export default { turbopack: { root }, poweredByHeader: false }`,
  'app/layout.js':
    'export default function Layout({ children }) { return <html lang="en"><head><title>Empty</title><meta name="description" content="Empty" /><link rel="icon" href="data:," /></head><body>{children}</body></html> }',
  'app/page.js': 'export default function Page() { return <main><h1>Empty</h1></main> }',
}

/** Builds an empty page with the same Next.js, with which the site is compared, and starts its server. */
export async function startEmptyPage() {
  const folder = join(root, `tests/results/empty-page-${next.version}`)
  if (!existsSync(join(folder, '.next/BUILD_ID'))) build(folder)
  const port = await freePort()
  const args = [program, 'start', '--port', String(port)]
  const server = spawn(process.execPath, args, { cwd: folder, stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  const isUp = () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
  await waitUntil(60, 'the empty page', isUp)
  return { url, stop: () => server.kill() }
}

function build(folder: string) {
  mkdirSync(join(folder, 'app'), { recursive: true })
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text)
  const args = [program, 'build']
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(`The empty page did not build:\n${stderr}`)
}
