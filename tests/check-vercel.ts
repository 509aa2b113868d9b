import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { contentSecurityPolicy } from '../lib/http/policy.mjs'
import { bundleLoader, hashOf } from '../lib/loader/bundle.mjs'
import { canaries } from './support/canaries'
import { filesIn } from './support/files'
import { elementsOf } from './support/html'
import { root } from './support/site'

/**
 * npm run check:vercel
 *
 * Runs `vercel build` in a copy of the project, offline but for the installation of the CLI, and checks what would be
 * deployed. Prints one line for each check, and fails if one fails.
 */

/** A newer version does not run everywhere. */
const cliVersion = '60.1.3'
const pages = ['/', '/book-demo', '/thank-you', '/nowhere']
const cronPath = '/api/leads/redeliver'
/** These deliver leads, which takes longer than a function may run by default. */
const slowFunctions = ['index', 'book-demo', cronPath.slice(1)]
const slowSeconds = 60
const secrets = [
  canaries.CALLBACK_WEBHOOK_URL,
  canaries.BOOKING_WEBHOOK_URL,
  canaries.ALERT_WEBHOOK_URL,
  canaries.WEBHOOK_SECRET,
  canaries.DATABASE_URL,
  canaries.CRON_SECRET,
]
const storedLead = 'canary of a lead in the journal'

const project = mkdtempSync(join(tmpdir(), 'vercel-'))
const output = join(project, '.vercel', 'output')
let failures = 0
try {
  copyProject()
  build(installCli())
  check('every prerendered page has the loader and no other script', checkPages)
  check(`what delivers leads may run for ${slowSeconds} s`, checkDurations)
  check('the cron job calls a function that exists', checkCron)
  check('no secret, no .env, and no database file is deployed', checkSecrets)
  check('every page has the policy header', checkPolicy)
} finally {
  rmSync(project, { recursive: true, force: true })
}
process.exit(failures > 0 ? 1 : 0)

function copyProject() {
  const left = ['.git', '.next', '.vercel', 'node_modules', 'data', 'tests', 'shots', '.env']
  for (const name of readdirSync(root))
    if (!left.includes(name)) cpSync(join(root, name), join(project, name), { recursive: true })
  const modules = join(root, 'node_modules')
  // Hard links take seconds, but not every system and file system has them.
  const { status } = spawnSync('cp', ['-al', modules, project], { stdio: 'ignore' })
  if (status !== 0) cpSync(modules, join(project, 'node_modules'), { recursive: true, force: true })
  mkdirSync(join(project, 'data'))
  writeFileSync(join(project, 'data', 'leads.db'), storedLead)
  mkdirSync(join(project, '.vercel'))
  const settings = { framework: 'nextjs', installCommand: 'true' }
  writeFileSync(
    join(project, '.vercel', 'project.json'),
    JSON.stringify({ projectId: 'prj_check', orgId: 'team_check', projectName: 'site', settings }),
  )
}

function installCli(): string {
  const folder = join(root, 'node_modules', '.cache', `vercel-${cliVersion}`)
  const command = `npm install --prefix "${folder}" --no-audit --no-fund vercel@${cliVersion}`
  const { status } = spawnSync(command, { shell: true, stdio: 'inherit' })
  if (status !== 0) throw new Error(`vercel@${cliVersion} could not be installed`)
  return join(folder, 'node_modules', 'vercel', 'dist', 'vc.js')
}

function build(cli: string) {
  const { PATH = '' } = process.env
  const args = [cli, 'build', '--prod', '--yes', '--token', 'none', '--cwd', project]
  const { status } = spawnSync(process.execPath, args, {
    stdio: 'inherit',
    // Nothing else from this shell, and a home without an account.
    env: {
      ...canaries,
      NODE_ENV: 'production',
      PATH,
      HOME: join(project, '.vercel'),
      VERCEL_PROJECT_PRODUCTION_URL: 'www.example.com',
      VERCEL_TELEMETRY_DISABLED: '1',
      NEXT_TELEMETRY_DISABLED: '1',
    },
  })
  if (status !== 0) throw new Error('vercel build failed')
}

/** Prints whether a check finds nothing wrong, or else what. */
function check(name: string, find: () => string[]) {
  const problems = find()
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
  return [
    ...(crons.some(({ path }: { path: string }) => path === cronPath) ? [] : ['it is missing']),
    ...(functionConfig(cronPath.slice(1)) ? [] : [`${cronPath} has no function`]),
  ]
}

function checkSecrets(): string[] {
  const markers = [...secrets, storedLead]
  const deployed = [...new Set([...filesIn(output), ...tracedFiles()])]
  if (deployed.length < 500) return [`only ${deployed.length} files were found`]
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
  return filesIn(join(output, 'functions'))
    .filter((path) => basename(path) === '.vc-config.json')
    .flatMap((path) => Object.values<string>(readJson(path).filePathMap ?? {}))
    .map((path) => join(project, path))
    .filter((path) => existsSync(path) && statSync(path).isFile())
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
