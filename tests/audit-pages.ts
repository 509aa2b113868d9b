import { spawnSync } from 'node:child_process'
import { freePort } from './support/ports'
import { Site } from './support/site'

/**
 * `npm run audit:pages`: runs Lighthouse on every page, for mobile and desktop, and the checks for AI agents of the
 * newest Lighthouse in a browser with WebMCP. Audits that a page fails on purpose are skipped and listed.
 */

const pages = [
  { path: '/', skip: [] },
  { path: '/book-demo', skip: [] },
  // Not for search engines.
  { path: '/thank-you', skip: ['is-crawlable'] },
  // Answers 404, which is not for search engines either and which browsers log.
  { path: '/nowhere', skip: ['is-crawlable', 'http-status-code', 'errors-in-console'] },
]
const categories = ['accessibility', 'best-practices', 'seo']
const agentic = 'agentic-browsing'

type Result = {
  runtimeError?: { message: string }
  categories: Record<string, { score: number | null; auditRefs: { id: string }[] }>
  audits: Record<string, { score: number | null; details?: { items?: unknown[] } }>
}

const flags = ['--headless=new', '--no-sandbox', '--disable-gpu']
const site = await Site.start({ PORT: String(await freePort()) })
const rows = [['page', 'device', ...categories, agentic, 'skipped on purpose']]
let failed = 0

for (const { path, skip } of pages)
  for (const device of ['mobile', 'desktop']) {
    const common = [`${site.url}${path}`, '--output=json', '--quiet', '--ignore-status-code']
    if (device === 'desktop') common.push('--preset=desktop')
    const skipped = skip.map((audit) => `--skip-audits=${audit}`)
    const scores = run('node_modules/.bin/lighthouse', [
      ...common,
      ...skipped,
      ...categories.map((category) => `--only-categories=${category}`),
      `--chrome-flags=${flags.join(' ')}`,
    ])
    // The newest Lighthouse needs a newer Node than the site.
    const agents = run('npx', [
      ...['-y', '-p', 'node@24', '-p', 'lighthouse@13', 'lighthouse'],
      ...common,
      `--only-categories=${agentic}`,
      `--chrome-flags=${[...flags, '--enable-features=WebMCP'].join(' ')}`,
    ])
    rows.push([
      path,
      device,
      ...categories.map((category) => score(scores, category)),
      score(agents, agentic),
      skip.join(', '),
    ])
    if (!agents) continue
    // Lighthouse lists the forms that agents cannot use, but gives a full score all the same.
    if (agents.audits['webmcp-form-coverage']?.details?.items?.length) failed++
  }
await site.stop()

const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
for (const row of rows)
  console.log(row.map((cell, column) => cell.padEnd(widths?.[column] ?? 0)).join('  '))
process.exit(failed > 0 ? 1 : 0)

/** Runs Lighthouse, up to three times if it crashes. */
function run(command: string, args: string[]): Result | undefined {
  const env = { ...process.env, CHROME_PATH: process.env.BROWSER_PATH }
  let failure = ''
  for (let tries = 0; tries < 3; tries++) {
    const { stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', env, maxBuffer: 1e9 })
    try {
      const result: Result = JSON.parse(stdout)
      if (!result.runtimeError) return result
      failure = result.runtimeError.message
    } catch {
      failure = stderr
    }
  }
  console.error(`${command} ${args.join(' ')} failed:\n${failure}`)
  return undefined
}

/** The score out of 100, and the audits that failed. */
function score(result: Result | undefined, category: string): string {
  const { score = null, auditRefs = [] } = result?.categories[category] ?? {}
  if (score === 1) return '100'
  failed++
  const failures = auditRefs.filter(({ id }) => (result?.audits[id]?.score ?? 1) < 1)
  return `${Math.round((score ?? 0) * 100)}: ${failures.map(({ id }) => id).join(' ')}`
}
