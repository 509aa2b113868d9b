import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { contentSecurityPolicy } from '../lib/http/policy.mjs'
import { bundleLoader, hashOf } from '../lib/loader/bundle.mjs'
import { canaries } from './support/canaries'
import { filesIn } from './support/files'
import { elementsOf } from './support/html'
import { buildForVercel, storedLead } from './support/vercel-build'
import { startDeployment } from './support/vercel-checks'

/**
 * npm run check:vercel
 *
 * Makes what would be deployed to Vercel, checks its files, and uses it as visitors, the cron job, and monitors do. Prints
 * one line for each check, and fails if one fails.
 */

const pages = ['/', '/book-demo', '/thank-you', '/nowhere']
const cronPath = '/api/leads/redeliver'
/** These deliver leads, which takes longer than a function may run by default. */
const slowFunctions = ['index', 'book-demo', 'api/health', cronPath.slice(1)]
const slowSeconds = 60
const secrets = [
  canaries.CALLBACK_WEBHOOK_URL,
  canaries.BOOKING_WEBHOOK_URL,
  canaries.ALERT_WEBHOOK_URL,
  canaries.WEBHOOK_SECRET,
  canaries.DATABASE_URL,
  canaries.CRON_SECRET,
]
/** A function with the driver of SQLite alone has more than 20 MB. */
const maxFunctionBytes = 5_000_000

const project = buildForVercel()
const output = join(project, '.vercel', 'output')
let failures = 0
try {
  check('every prerendered page has the loader and no other script', checkPages)
  check(`what delivers leads may run for ${slowSeconds} s`, checkDurations)
  check('the cron job calls a function that exists, at most once a day', checkCron)
  check('no secret, no .env, and no database file is deployed', checkSecrets)
  check('every page has the policy header', checkPolicy)
  check('functions have neither sources nor SQLite', checkFunctionFiles)
  const deployment = await startDeployment(project)
  try {
    for (const { name, run } of deployment.checks) await checkUse(name, run)
  } finally {
    await deployment.stop()
  }
} finally {
  rmSync(project, { recursive: true, force: true })
}
process.exit(failures > 0 ? 1 : 0)

/** Prints whether a check finds nothing wrong, or else what. */
function check(name: string, find: () => string[]) {
  print(name, find())
}

/** Prints whether a use of the build goes well, or else why not. */
async function checkUse(name: string, use: () => Promise<void>) {
  const problem = await use().then(
    () => null,
    (error) => String(error instanceof Error ? error.message : error),
  )
  print(name, problem === null ? [] : problem.split('\n'))
}

function print(name: string, problems: string[]) {
  if (problems.length > 0) failures++
  console.log(`${problems.length > 0 ? 'FAILED' : 'ok    '}  ${name}`)
  for (const problem of problems.slice(0, 20)) console.log(`        ${problem}`)
}

function checkPages(): string[] {
  const { hash } = bundleLoader()
  const files = filesIn(output).filter((path) => path.endsWith('.html'))
  const names = files.map((path) => basename(path).replace(/(\.prerender-fallback)?\.html$/, ''))
  const missing = ['index', 'book-demo', 'thank-you', '_not-found', '404']
    .filter((name) => !names.includes(name))
    .map((name) => `${name} is missing`)
  return [
    ...missing,
    ...files.flatMap((path, index) => {
      const own = ['_global-error', '500'].includes(names[index] ?? '')
      const scripts = scriptsOf(readFileSync(path, 'utf8'))
      const loaders = scripts.filter(({ text }) => hashOf(text) === hash)
      const named = loaders.flatMap(
        ({ attributes }) => attributes['data-scripts']?.split(' ') ?? [],
      )
      return [
        ...(scripts.length > loaders.length ? ['has a script that is not the loader'] : []),
        ...(loaders.length !== (own ? 0 : 1) ? [`has ${loaders.length} loaders`] : []),
        ...(named.length === 0 && !own ? ['names no script files'] : []),
        ...named
          .filter((file) => !existsSync(join(output, 'static', file)))
          .map((file) => `names ${file}, which does not exist`),
      ].map((problem) => `${names[index]} ${problem}`)
    }),
  ]
}

/** The scripts of a page, without structured data. */
function scriptsOf(html: string) {
  return elementsOf(html).filter(
    ({ tag, attributes }) => tag === 'script' && attributes.type !== 'application/ld+json',
  )
}

function checkDurations(): string[] {
  return slowFunctions
    .map((name) => [name, functionConfig(name)?.maxDuration] as const)
    .filter(([, seconds]) => seconds !== slowSeconds)
    .map(([name, seconds]) => `${name} has the maxDuration ${seconds}`)
}

function checkCron(): string[] {
  const { crons = [] } = readJson(join(output, 'config.json'))
  const cron = crons.find(({ path }: { path: string }) => path === cronPath)
  return [
    ...(cron ? [] : ['it is missing']),
    // More often, and the Hobby plan refuses the deployment.
    ...(/^\d+ \d+ /.test(cron?.schedule) ? [] : [`it has the schedule ${cron?.schedule}`]),
    ...(functionConfig(cronPath.slice(1)) ? [] : [`${cronPath} has no function`]),
  ]
}

function checkSecrets(): string[] {
  const markers = [...secrets, storedLead]
  const deployed = [...new Set([...filesIn(output), ...tracedFiles()])]
  if (deployed.length < 400) return [`only ${deployed.length} files were found`]
  return deployed.flatMap((path) => {
    const name = relative(project, path)
    const content = readFileSync(path)
    return [
      ...(/\.(db|sqlite)(-\w+)?$/.test(name) ? ['is a database file'] : []),
      ...(/(^|\/)\.env(?!\.example$)/.test(name) ? ['holds secrets'] : []),
      ...markers
        .filter((marker) => content.includes(marker))
        .map((marker) => `contains "${marker}"`),
    ].map((problem) => `${name} ${problem}`)
  })
}

/** Files that functions refer to, which are deployed with them. */
function tracedFiles(): string[] {
  return functionFolders().flatMap(filesOfFunction)
}

function functionFolders(): string[] {
  return filesIn(join(output, 'functions'))
    .filter((path) => basename(path) === '.vc-config.json')
    .map(dirname)
}

function filesOfFunction(folder: string): string[] {
  return Object.values<string>(readJson(join(folder, '.vc-config.json')).filePathMap ?? {})
    .map((path) => join(project, path))
    .filter((path) => existsSync(path) && statSync(path).isFile())
}

function checkFunctionFiles(): string[] {
  return functionFolders().flatMap((folder) => {
    const files = [...filesIn(folder), ...filesOfFunction(folder)]
    const bytes = files.reduce((sum, path) => sum + statSync(path).size, 0)
    const size = `${(bytes / 1e6).toFixed(1)} MB in ${files.length} files`
    const unwanted = files
      .map((path) => relative(project, path))
      .filter((name) => /^(app|components|lib)\/|libsql/.test(name))
    return [
      ...unwanted.map((name) => `has ${name}`),
      ...(bytes > maxFunctionBytes ? [`has ${size}`] : []),
    ].map((problem) => `${relative(join(output, 'functions'), folder)} ${problem}`)
  })
}

type Route = { src: string; continue?: boolean; has?: object; headers?: Record<string, string> }

function checkPolicy(): string[] {
  const policy = contentSecurityPolicy(bundleLoader().hash)
  const { routes } = readJson(join(output, 'config.json'))
  const first = routes.findIndex((route: { handle?: string }) => route.handle)
  return pages.flatMap((page) => {
    // What a plain request gets: it has none of the headers that a route may ask for.
    const sent = routes
      .slice(0, first)
      .filter((route: Route) => route.continue && !route.has && new RegExp(route.src).test(page))
      .flatMap((route: Route) => route.headers?.['content-security-policy'] ?? [])
    return sent.length === 1 && sent[0] === policy ? [] : [`${page} has ${sent.length} policies`]
  })
}

function functionConfig(name: string): { maxDuration?: number } | undefined {
  const path = join(output, 'functions', `${name}.func`, '.vc-config.json')
  return existsSync(path) ? readJson(path) : undefined
}

// biome-ignore lint/suspicious/noExplicitAny: The platform's files have no types.
function readJson(path: string): any {
  return JSON.parse(readFileSync(path, 'utf8'))
}
