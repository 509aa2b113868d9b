import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import next from 'next/package.json' with { type: 'json' }
import { root } from './site'

const folder = join(root, `tests/results/empty-page-${next.version}`)

const files = {
  'package.json': '{"type":"module"}',
  'next.config.mjs': `export default { turbopack: { root: ${JSON.stringify(root)} }, poweredByHeader: false }`,
  'app/layout.js':
    'export default function Layout({ children }) { return <html lang="en"><head><title>Empty</title><meta name="description" content="Empty" /><link rel="icon" href="data:," /></head><body>{children}</body></html> }',
  'app/page.js': 'export default function Page() { return <main><h1>Empty</h1></main> }',
}

/** Builds an empty page from the same packages. The site's pages are compared with it. */
export function buildEmptyPage(): string {
  if (existsSync(join(folder, '.next/BUILD_ID'))) return folder
  mkdirSync(join(folder, 'app'), { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/next/dist/bin/next'), 'build'],
    {
      cwd: folder,
      encoding: 'utf8',
    },
  )
  if (status !== 0) throw new Error(`The empty page did not build:\n${stderr}`)
  return folder
}
