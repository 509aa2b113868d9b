import { spawnSync } from 'node:child_process'
import { freePort, Site } from './support/site'

/**
 * Lighthouse over every page, on a phone and on a desk, and the newest Lighthouse's checks for agents in a browser
 * that offers forms to them. What a page fails by intention is left out, and named.
 */

const pages = [
  { path: '/', without: [] },
  { path: '/book-demo', without: [] },
  // Nobody should find the way here by searching.
  { path: '/thank-you', without: ['is-crawlable'] },
  // It answers 404, which is not for searching either, and browsers log it.
  { path: '/nowhere', without: ['is-crawlable', 'http-status-code', 'errors-in-console'] },
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
const rows = [['page', 'device', ...categories, agentic, 'left out by intention']]
let failed = 0

for (const { path, without } of pages)
  for (const device of ['mobile', 'desktop']) {
    const common = [`${site.url}${path}`, '--output=json', '--quiet', '--ignore-status-code']
    if (device === 'desktop') common.push('--preset=desktop')
    const skipped = without.map((audit) => `--skip-audits=${audit}`)
    const scores = run('node_modules/.bin/lighthouse', [
      ...common,
      ...skipped,
      ...categories.map((category) => `--only-categories=${category}`),
      `--chrome-flags=${flags.join(' ')}`,
    ])
    // It asks for a newer Node than the site does.
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
      without.join(', '),
    ])
    if (!agents) continue
    // The list of forms that agents cannot use is only information to Lighthouse.
    if (agents.audits['webmcp-form-coverage']?.details?.items?.length) failed++
  }
await site.stop()

const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
for (const row of rows)
  console.log(row.map((cell, column) => cell.padEnd(widths?.[column] ?? 0)).join('  '))
process.exit(failed > 0 ? 1 : 0)

/** Lighthouse, up to three times where it fails itself. */
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

/** Out of 100, with what is missing to it. */
function score(result: Result | undefined, category: string): string {
  const { score = null, auditRefs = [] } = result?.categories[category] ?? {}
  if (score === 1) return '100'
  failed++
  const missing = auditRefs.filter(({ id }) => (result?.audits[id]?.score ?? 1) < 1)
  return `${Math.round((score ?? 0) * 100)}: ${missing.map(({ id }) => id).join(' ')}`
}
