import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import next from 'next/package.json' with { type: 'json' }
import { root } from '../../support/site/site'

/** Small sites of the same Next.js, with which the site is compared. */

const common = {
  'package.json': '{"type":"module"}',
  // Without the path of this checkout, because the bytes of the scripts depend on the text of these files.
  'next.config.mjs': `import { fileURLToPath } from 'node:url'
const root = fileURLToPath(new URL('../../..', import.meta.url))
export default { turbopack: { root }, poweredByHeader: false }`,
  'app/layout.js':
    'export default function Layout({ children }) { return <html lang="en"><head><title>Empty</title><meta name="description" content="Empty" /><link rel="icon" href="data:," /></head><body>{children}</body></html> }',
}

/** Builds an empty page. */
export function buildEmptyPage(): string {
  return build('empty-page', {
    'app/page.js': 'export default function Page() { return <main><h1>Empty</h1></main> }',
  })
}

/** Builds a form whose action only validates its entries and, if WEBHOOK_URL is set, forwards them. */
export function buildMinimalAction(): string {
  return build('minimal-action', {
    'app/page.js': `import { submit } from './action'
export default function Page() {
  return <form action={submit}><input name="name" /><input name="phone" /><input name="businessName" /><button>Send</button></form>
}`,
    'app/thanks/page.js': 'export default function Page() { return <h1>Thanks</h1> }',
    'app/action.js': `'use server'
import { redirect } from 'next/navigation'
export async function submit(form) {
  const lead = { Name: form.get('name'), Phone: form.get('phone'), Company: form.get('businessName') }
  if (!/^[\\p{L} .'-]{1,100}$/u.test(lead.Name) || !/^[\\d ()+-]{10,20}$/.test(lead.Phone) || !lead.Company) return
  const url = process.env.WEBHOOK_URL
  if (url) {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(lead) })
    if (!response.ok) return
  }
  redirect('/thanks')
}`,
  })
}

function build(name: string, own: Record<string, string>): string {
  const files = { ...common, ...own }
  const version = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 8)
  const folder = join(root, `tests/results/${name}-${next.version}-${version}`)
  if (existsSync(join(folder, '.next/BUILD_ID'))) return folder
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/next/dist/bin/next'), 'build'],
    { cwd: folder, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`${name} did not build:\n${stderr}`)
  return folder
}
