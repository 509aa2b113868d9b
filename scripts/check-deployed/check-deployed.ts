import { contentSecurityPolicy } from '../../lib/http/policy.mjs'
import { paths } from '../../lib/pages.mjs'
import { type CheckResult, printResults, runChecks, unless } from './checks'
import { checkForeignForm, checkNativeForms, checkScriptedForms } from './deployed-forms'
import { compareHeader, configuredHeaders, passOn } from './headers'
import {
  byPage,
  canonicalOf,
  type Deployed,
  hashOfLoader,
  inlineScripts,
  read,
  readDeployed,
} from './read-deployed'

/**
 * npm run check:deployed -- https://www.example.com
 *
 * Checks a site that was just deployed, from outside: its pages, files, and forms. Prints one line for each check, and for
 * each fault a sentence that says what to do. What it expects comes from this clone, so check out the version that was
 * deployed. It submits only empty forms, which the site refuses, so that it never makes a lead.
 */

const statuses: Record<string, number> = {
  ...Object.fromEntries(paths.map((path) => [path, 200])),
  '/nowhere': 404,
}

/** Throws if the site does not answer, or answers with a redirect. */
export async function checkDeployed(base: string): Promise<CheckResult[]> {
  const deployed = await readDeployed(base, Object.keys(statuses))
  return runChecks([
    ['every page has its status', () => checkStatuses(deployed)],
    ['every page has its headers, policy, and caching', () => checkHeaders(deployed)],
    ['every page has only the script that its policy allows', () => checkScripts(deployed)],
    ['every page names its canonical address', () => checkCanonical(deployed)],
    ['leads can be sent or stored', () => checkHealth(deployed)],
    ['scripts, styles, and the font arrive, and are cached', () => checkFiles(deployed)],
    ['an empty form that a script sends gets its errors', () => checkScriptedForms(deployed)],
    ['an empty form without scripts gets its errors', () => checkNativeForms(deployed)],
    ['a form of another origin is refused', () => checkForeignForm(deployed)],
  ])
}

function checkStatuses({ pages }: Deployed) {
  return byPage(pages, ({ path, status }) => {
    const expected = statuses[path]
    return unless(status === expected, `the status is ${status}, not ${expected}. ${passOn}`)
  })
}

function checkHeaders({ pages }: Deployed) {
  return byPage(pages, async (page) => {
    const expected = {
      ...(await configuredHeaders(page.path)),
      'content-security-policy': contentSecurityPolicy(hashOfLoader(page)),
    }
    return Object.entries(expected).flatMap(([name, value]) =>
      compareHeader(page.headers, name, value),
    )
  })
}

function checkScripts({ pages }: Deployed) {
  return byPage(pages, ({ elements }) =>
    unless(
      inlineScripts(elements).length <= 1,
      'it has another inline script, which the policy blocks. Turn off what adds it, such as analytics of the host or CDN.',
    ),
  )
}

function checkCanonical({ origin, pages }: Deployed) {
  const indexed = pages.filter(({ path }) => statuses[path] === 200)
  return byPage(indexed, ({ path, elements }) => {
    const canonical = canonicalOf(elements)
    const expected = addressAt(origin, path)
    return unless(
      canonical === expected,
      `the canonical address is "${canonical}", not "${expected}". ${setSiteUrl(origin)}`,
    )
  })
}

function addressAt(origin: string, path: string): string {
  return path === '/' ? origin : origin + path
}

const setSiteUrl = (origin: string) =>
  `Set SITE_URL=${origin} and build again. On Vercel, give this command the production domain.`

async function checkHealth({ base }: Deployed) {
  const { status, text } = await read(`${base}/api/health`)
  return unless(
    status === 200 && text === '{"ok":true}',
    `The status of /api/health is ${status}. Set DATABASE_URL and the address of each webhook, and read the log of the site.`,
  )
}

const types: Record<string, RegExp> = {
  js: /^(text|application)\/javascript\b/,
  css: /^text\/css\b/,
  woff2: /^font\/woff2\b/,
}

function checkFiles({ files }: Deployed) {
  const typeOf = (path: string) => path.split('.').at(-1) ?? ''
  const missing = Object.keys(types).filter(
    (type) => !files.some(({ path }) => typeOf(path) === type),
  )
  return [
    ...missing.map((type) => `The pages name no .${type} file. Deploy what "npm run build" makes.`),
    ...files.flatMap(({ path, status, headers }) => {
      if (status !== 200)
        return [`${path}: the status is ${status}. Deploy .next/static with the server.`]
      const type = headers.get('content-type') ?? ''
      const faults = [
        ...unless(types[typeOf(path)]?.test(type) ?? false, `the type is "${type}". ${passOn}`),
        ...compareHeader(headers, 'cache-control', 'public, max-age=31536000, immutable'),
      ]
      return faults.map((fault) => `${path}: ${fault}`)
    }),
  ]
}

if (process.argv[1] === import.meta.filename) {
  const [, , address = ''] = process.argv
  if (!/^https?:\/\//.test(address) || !URL.canParse(address)) {
    console.error('Name the site: npm run check:deployed -- https://www.example.com')
    process.exit(1)
  }
  try {
    process.exitCode = printResults(await checkDeployed(new URL(address).origin))
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}
