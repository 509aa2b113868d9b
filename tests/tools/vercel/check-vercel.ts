// Next.js's modules need what this one sets up.
import 'next/dist/server/node-environment-baseline.js'
import assert from 'node:assert/strict'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { test } from 'node:test'
import { unstable_getResponseFromNextConfig } from 'next/experimental/testing/server.js'
import { forms } from '../../../lib/forms/forms'
import { bundleLoader, hashOf } from '../../../lib/page/loader/bundle.mjs'
import { elementsOf } from '../../../lib/page/loader/html.mjs'
import { paths } from '../../../lib/pages.mjs'
import nextConfig from '../../../next.config.mjs'
import { filesIn } from '../../support/process/files'
import { buildForVercel, secrets } from './vercel-build'

/**
 * npm run tool -- vercel
 *
 * Makes what would be deployed to Vercel, and reads it. After a deployment, `scripts/check-deployed.mjs` uses what Vercel serves.
 */

const project = buildForVercel()
const output = join(project, '.vercel/output')
const { routes, overrides, crons } = readJson('config.json')
const functions = filesIn(join(output, 'functions'))
  .filter((path) => basename(path) === '.vc-config.json')
  .map((path) => relative(output, dirname(path)))
const pages = [...paths.map((path) => path.slice(1) || 'index'), '_not-found']
const form = { 'content-type': 'multipart/form-data; boundary=any' }

test('every page is a file with its loader and no other script', () => {
  assert.equal(overrides['404.html']?.path, '404')
  for (const page of [...pages.map(fallbackOf), 'static/404.html']) assertScripts(page)
  for (const name of pages)
    assert.equal(readJson(`functions/${name}.prerender-config.json`).expiration, false, name)
})

function fallbackOf(page: string): string {
  return `functions/${page}.prerender-fallback.html`
}

/** scripts/build.mjs leaves the loader, which names the other scripts. */
function assertScripts(page: string): void {
  const scripts = elementsOf(readFileSync(join(output, page), 'utf8')).filter(
    ({ tag, attributes: { type } }) => tag === 'script' && type !== 'application/ld+json',
  )
  const hashes = scripts.map(({ text }) => hashOf(text))
  assert.deepEqual(hashes, [bundleLoader().hash], page)
  const named = scripts[0]?.attributes['data-scripts']?.split(' ') ?? []
  assert.ok(named.length > 0, page)
  for (const file of named) assert.ok(existsSync(join(output, 'static', file)), file)
}

test('pages and answers to forms have the headers of next.config.mjs', async () => {
  for (const path of [...paths, '/nowhere'])
    for (const headers of [{}, form]) {
      const matching = routesOf(path, headers).filter(({ dest }) => !dest)
      const given = Object.assign({}, ...matching.map((route) => route.headers))
      const response = await unstable_getResponseFromNextConfig({ url: path, headers, nextConfig })
      // Of the empty body.
      response.headers.delete('content-type')
      assert.deepEqual(given, Object.fromEntries(response.headers), path)
    }
})

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

test('the proxy gets every post, and no request for a page', () => {
  const reachProxy = (headers: Record<string, string>) =>
    paths.map((path) => routesOf(path, headers).some(({ middlewarePath }) => middlewarePath))
  assert.ok(!reachProxy({ accept: '*/*' }).includes(true))
  for (const name of ['content-type', 'content-length', 'transfer-encoding', 'next-action'])
    assert.ok(!reachProxy({ [name]: 'any' }).includes(false), name)
})

test('the proxy has the list of server actions', () => {
  const path = join(project, '.next/server/server-reference-manifest.json')
  assert.ok(filesOf('functions/_middleware.func').includes(path))
  const html = pages.map((name) => readFileSync(join(output, fallbackOf(name)), 'utf8')).join()
  const ids = new Set(html.match(/(?<=&quot;id&quot;:&quot;)\w{42}/g))
  assert.deepEqual(ids, new Set(Object.keys(JSON.parse(readFileSync(path, 'utf8')).node)))
})

test('the cron job calls its function once a day', () => {
  assert.equal(crons.length, 1)
  assert.ok(existsSync(join(output, `functions${crons[0].path}.func`)))
  // More often, and the Hobby plan refuses the deployment.
  assert.match(crons[0].schedule, /^\d+ \d+ \* \* \*$/)
})

test('functions are small and without SQLite, and have time to deliver', () => {
  const withForms = new Set(Object.values(forms).map(({ page }) => page.slice(1) || 'index'))
  for (const name of [...withForms, 'api/health', 'api/leads/redeliver'])
    assert.equal(readJson(`functions/${name}.func/.vc-config.json`).maxDuration, 60, name)
  for (const folder of functions) {
    const files = filesOf(folder)
    for (const path of files)
      assert.doesNotMatch(relative(project, path), /^(app|components|lib)\/|libsql/, folder)
    const megabytes = files.reduce((sum, path) => sum + statSync(path).size, 0) / 1e6
    // The driver of SQLite alone has more than 20.
    assert.ok(megabytes < 5, `${folder} has ${megabytes.toFixed(1)} MB`)
  }
})

/** The files of a function, and those of the project that are deployed with it. */
function filesOf(folder: string): string[] {
  const { filePathMap = {} } = readJson(`${folder}/.vc-config.json`)
  const traced = Object.values<string>(filePathMap).map((path) => join(project, path))
  return [...filesIn(join(output, folder)), ...traced.filter((path) => statSync(path).isFile())]
}

test('no secret, .env file, or database is deployed', () => {
  for (const path of new Set([...filesIn(output), ...functions.flatMap(filesOf)])) {
    assert.doesNotMatch(relative(project, path), /\.(db|sqlite)(-\w+)?$|(^|\/)\.env(?!\.example$)/)
    const content = readFileSync(path)
    assert.ok(!secrets.some((each) => content.includes(each)), `${path} has a secret`)
  }
})

// biome-ignore lint/suspicious/noExplicitAny: The platform's files have no types.
function readJson(file: string): any {
  return JSON.parse(readFileSync(join(output, file), 'utf8'))
}
