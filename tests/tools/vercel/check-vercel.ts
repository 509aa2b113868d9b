// Next.js's modules need what this one sets up.
import 'next/dist/server/node-environment-baseline.js'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { unstable_getResponseFromNextConfig } from 'next/experimental/testing/server.js'
import { forms } from '../../../lib/forms/forms'
import { bundleLoader, hashOf } from '../../../lib/page/loader/bundle.mjs'
import { elementsOf } from '../../../lib/page/loader/html.mjs'
import { paths } from '../../../lib/pages.mjs'
import nextConfig from '../../../next.config.mjs'
import { filesIn } from '../../support/process/files'
import { printResults, runChecks, unless } from '../checks'
import { buildForVercel, secrets } from './vercel-build'

/**
 * npm run tool -- vercel
 *
 * Makes what would be deployed to Vercel, and reads it. Prints one line for each check, and a sentence for each fault. After
 * a deployment, `npm run check:deployed` uses what Vercel serves.
 */

const project = buildForVercel()
const output = join(project, '.vercel/output')
const { routes, overrides, crons } = readJson('config.json')
const functions = filesIn(join(output, 'functions'))
  .filter((path) => basename(path) === '.vc-config.json')
  .map((path) => relative(output, dirname(path)))
const pages = [...paths.map((path) => path.slice(1) || 'index'), '_not-found']
const form = { 'content-type': 'multipart/form-data; boundary=any' }

const results = await runChecks([
  ['every page is a file with its loader and no other script', checkPages],
  ['pages and answers to forms have the headers of next.config.mjs', checkHeaders],
  ['the proxy gets every post, and no request for a page', checkMatcher],
  ['the proxy has the list of server actions', checkActions],
  ['the cron job calls its function once a day', checkCron],
  ['functions are small and without SQLite, and have time to deliver', checkFunctions],
  ['no secret, .env file, or database is deployed', checkSecrets],
])
process.exit(printResults(results))

function checkPages(): string[] {
  const missing = overrides['404.html']?.path !== '404'
  return [
    ...unless(!missing, 'The 404 page is no file.'),
    ...[...pages.map(fallbackOf), 'static/404.html'].flatMap(checkScripts),
    ...pages.flatMap((name) => {
      const { expiration } = readJson(`functions/${name}.prerender-config.json`)
      return unless(expiration === false, `${name} is not static.`)
    }),
  ]
}

function fallbackOf(page: string): string {
  return `functions/${page}.prerender-fallback.html`
}

/** scripts/build.mjs leaves the loader, which names the other scripts. */
function checkScripts(page: string): string[] {
  const [loader, ...others] = elementsOf(readFileSync(join(output, page), 'utf8')).filter(
    ({ tag, attributes: { type } }) => tag === 'script' && type !== 'application/ld+json',
  )
  const named = loader?.attributes['data-scripts']?.split(' ') ?? []
  return [
    ...unless(hashOf(loader?.text ?? '') === bundleLoader().hash, `${page} has no loader.`),
    ...unless(others.length === 0, `${page} has ${others.length} scripts besides the loader.`),
    ...unless(
      named.length > 0 && named.every((file) => existsSync(join(output, 'static', file))),
      `${page} names no scripts, or some that do not exist.`,
    ),
  ]
}

async function checkHeaders(): Promise<string[]> {
  const faults = [...paths, '/nowhere'].flatMap((path) =>
    [{}, form].map(async (headers) => {
      const matching = routesOf(path, headers).filter(({ dest }) => !dest)
      const given = Object.assign({}, ...matching.map((route) => route.headers))
      const response = await unstable_getResponseFromNextConfig({ url: path, headers, nextConfig })
      // Of the empty body.
      response.headers.delete('content-type')
      const expected = Object.fromEntries(response.headers)
      return Object.keys({ ...given, ...expected }).flatMap((name) =>
        unless(
          given[name] === expected[name],
          `${path}: ${name} is "${given[name]}", not "${expected[name]}".`,
        ),
      )
    }),
  )
  return (await Promise.all(faults)).flat()
}

type Condition = { key: string; value?: string }
type Route = {
  src: string
  dest?: string
  has?: Condition[]
  missing?: Condition[]
  headers?: Record<string, string>
  middlewarePath?: string
}

/** The routes that a request passes before Vercel looks for a file. */
function routesOf(path: string, headers: Record<string, string>): Route[] {
  const isMet = ({ key, value = '.*' }: Condition) =>
    new RegExp(`^${value}$`).test(headers[key] ?? '') && key in headers
  const first = routes.findIndex(({ handle }: { handle?: string }) => handle)
  return routes
    .slice(0, first)
    .filter(
      ({ src, has = [], missing = [] }: Route) =>
        new RegExp(src).test(path) && has.every(isMet) && !missing.some(isMet),
    )
}

function checkMatcher(): string[] {
  const reachProxy = (headers: Record<string, string>) =>
    paths.map((path) => routesOf(path, headers).some(({ middlewarePath }) => middlewarePath))
  const postHeaders = ['content-type', 'content-length', 'transfer-encoding', 'next-action']
  return [
    ...unless(!reachProxy({ accept: '*/*' }).includes(true), 'It gets requests for pages.'),
    ...postHeaders
      .filter((name) => reachProxy({ [name]: 'any' }).includes(false))
      .map((name) => `It does not get posts by their header ${name}.`),
  ]
}

function checkActions(): string[] {
  const path = '.next/server/server-reference-manifest.json'
  const { node = {} } = filesOf('functions/_middleware.func').includes(join(project, path))
    ? JSON.parse(readFileSync(join(project, path), 'utf8'))
    : {}
  const html = pages.map((name) => readFileSync(join(output, fallbackOf(name)), 'utf8')).join()
  const ids = new Set(html.match(/(?<=&quot;id&quot;:&quot;)\w{42}/g))
  const isRight = isDeepStrictEqual(ids, new Set(Object.keys(node)))
  return unless(isRight, `It knows ${Object.keys(node)}, and the forms name ${[...ids]}.`)
}

function checkCron(): string[] {
  const [{ path, schedule } = { path: '', schedule: '' }, ...others] = crons ?? []
  return [
    ...unless(existsSync(join(output, `functions${path}.func`)), 'It has no function.'),
    // More often, and the Hobby plan refuses the deployment.
    ...unless(/^\d+ \d+ \* \* \*$/.test(schedule), `Its schedule is "${schedule}".`),
    ...unless(others.length === 0, 'It is not the only one.'),
  ]
}

function checkFunctions(): string[] {
  const withForms = new Set(Object.values(forms).map(({ page }) => page.slice(1) || 'index'))
  const slow = [...withForms, 'api/health', 'api/leads/redeliver']
  return [
    ...slow.flatMap((name) => {
      const { maxDuration } = readJson(`functions/${name}.func/.vc-config.json`)
      return unless(maxDuration === 60, `${name} may run for ${maxDuration} s, not 60.`)
    }),
    ...functions.flatMap((folder) => {
      const files = filesOf(folder)
      const megabytes = files.reduce((sum, path) => sum + statSync(path).size, 0) / 1e6
      const names = files.map((path) => relative(project, path))
      const unwanted = names.find((name) => /^(app|components|lib)\/|libsql/.test(name))
      return [
        ...unless(!unwanted, `${folder} has ${unwanted}.`),
        // The driver of SQLite alone has more than 20.
        ...unless(megabytes < 5, `${folder} has ${megabytes.toFixed(1)} MB.`),
      ]
    }),
  ]
}

/** The files of a function, and those of the project that are deployed with it. */
function filesOf(folder: string): string[] {
  const { filePathMap = {} } = readJson(`${folder}/.vc-config.json`)
  const traced = Object.values<string>(filePathMap).map((path) => join(project, path))
  return [...filesIn(join(output, folder)), ...traced.filter((path) => statSync(path).isFile())]
}

function checkSecrets(): string[] {
  const deployed = new Set([...filesIn(output), ...functions.flatMap(filesOf)])
  return [...deployed].flatMap((path) => {
    const name = relative(project, path)
    const content = readFileSync(path)
    return [
      ...unless(!/\.(db|sqlite)(-\w+)?$|(^|\/)\.env(?!\.example$)/.test(name), `${name} is there.`),
      ...unless(!secrets.some((each) => content.includes(each)), `${name} has a secret.`),
    ]
  })
}

// biome-ignore lint/suspicious/noExplicitAny: The platform's files have no types.
function readJson(file: string): any {
  return JSON.parse(readFileSync(join(output, file), 'utf8'))
}
