import './check-node.cjs'
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { errorPageFrom } from '../components/site/error-page.mjs'
import { bundleLoader } from '../lib/page/loader/bundle.mjs'
import { moveScripts } from '../lib/page/loader/move-scripts.mjs'
import { pages, paths } from '../lib/pages.mjs'
import { buildFingerprint, buildStamp, dropEmptyVariables } from './setup.mjs'

/** Builds the site: runs `next build`, finishes the prerendered pages, and completes the standalone folder. */
function build() {
  dropEmptyVariables()
  // Computed before the build, so that a file that changes during the build makes it outdated.
  const fingerprint = buildFingerprint()
  // A NODE_ENV from the shell would change the build.
  Reflect.deleteProperty(process.env, 'NODE_ENV')
  process.env.NEXT_TELEMETRY_DISABLED = '1'
  checkSettings()
  const next = 'node_modules/next/dist/bin/next'
  const { status } = spawnSync(process.execPath, [next, 'build'], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
  finishPages()
  if (process.env.VERCEL) changeTraces()
  completeStandalone()
  writeFileSync(buildStamp, fingerprint)
}

/** Next.js would say what is wrong in the middle of a stack. */
function checkSettings() {
  const folder = 'node_modules/.cache'
  bundleCheck(folder)
  // The machine that builds may lack the files of secrets.
  const env = { ...process.env, NEXT_PHASE: 'phase-production-build' }
  const program = join(folder, 'check-settings.mjs')
  const { status } = spawnSync(process.execPath, [program], { stdio: 'inherit', env })
  if (status !== 0) process.exit(1)
}

/** @param {string} folder */
export function bundleCheck(folder) {
  bundle('import "./scripts/check-settings"', folder, 'check-settings.mjs')
}

/** Rewrites every prerendered page: removes all scripts but the loader, and adds the font preload if it is missing. */
function finishPages() {
  const { hash: loaderHash } = bundleLoader()
  const server = '.next/server'
  const landing = readFileSync(join(server, 'app/index.html'), 'utf8')
  const names = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.html'),
  )
  const errorPage = errorPageFrom(readFileSync(join(server, 'app/_not-found.html'), 'utf8'))
  writeFileSync(join(server, 'pages/500.html'), errorPage)
  const reactDom = reactDomModule()
  for (const name of names) {
    const built = readFileSync(join(server, name), 'utf8')
    const page = name.replace(/^(app|pages)[/\\]/, '').replace('.html', '')
    const { html, file, scripts } = moveScripts(built, {
      page,
      loaderHash,
      when: whenScriptsLoad(page),
      reactDom,
    })
    if (file) writeFileSync(join('.next/static/chunks', file.name), file.text)
    for (const script of scripts)
      if (!existsSync(script.replace('/_next/', '.next/')))
        throw new Error(`The page ${name} lists a script that does not exist: ${script}`)
    const finished = file ? withFontPreload(html, landing) : html
    for (const folder of [server, '.next/standalone/.next/server'])
      if (existsSync(join(folder, name))) writeFileSync(join(folder, name), finished)
  }
}

/** The id of React DOM in the files of the framework. */
function reactDomModule() {
  /** @type {{ rootMainFiles: string[] }} */
  const { rootMainFiles } = JSON.parse(readFileSync('.next/build-manifest.json', 'utf8'))
  for (const path of rootMainFiles) {
    const [before = '', ...rest] = readFileSync(join('.next', path), 'utf8').split('.hydrateRoot=')
    const [id] = [...before.matchAll(/(\d+),\(\w,\w,\w\)=>\{"use strict"/g)].at(-1)?.slice(1) ?? []
    if (rest.length > 0 && id) return id
  }
  throw new Error('React DOM is not in the files of the framework')
}

/** @param {string} page The name of its file. */
function whenScriptsLoad(page) {
  const path = paths.find((each) => each === (page === 'index' ? '/' : `/${page}`))
  return path ? pages[path].scripts : 'on touch'
}

/**
 * Next.js omits the font preload from the 404 page. Without it, the text shifts when the font arrives.
 * @param {string} html
 * @param {string} landing
 */
function withFontPreload(html, landing) {
  const preload = /<link rel="preload"[^>]* as="font"[^>]*>/
  if (preload.test(html)) return html
  return html.replace('<link rel="stylesheet"', `${preload.exec(landing)?.[0] ?? ''}$&`)
}

/** What only SQLite needs. Files do not last on Vercel, so lib/server/env.ts accepts only PostgreSQL there. */
const sqlitePackages = /\/node_modules\/(@libsql\/|libsql|@neon-rs\/load\/|detect-libc\/)/

/**
 * Vercel gives each function the files in its trace, and those of the instrumentation, to which the option
 * `outputFileTracingExcludes` does not apply. Removes the driver of SQLite. Adds to the proxy the list of the server
 * actions, by which it knows a form of another build.
 */
function changeTraces() {
  const server = '.next/server'
  const traces = readdirSync(server, { recursive: true, encoding: 'utf8' })
  for (const name of traces.filter((path) => path.endsWith('.nft.json'))) {
    /** @type {{ files: string[] }} */
    const trace = JSON.parse(readFileSync(join(server, name), 'utf8'))
    trace.files = trace.files.filter((path) => !sqlitePackages.test(path))
    if (name === 'middleware.js.nft.json') trace.files.push('server-reference-manifest.json')
    writeFileSync(join(server, name), JSON.stringify(trace))
  }
}

const ofServer = [
  '.next',
  'before-server.mjs',
  'leads.mjs',
  'node_modules',
  'package.json',
  'public',
  'server.js',
]

/**
 * Adds the static files, which `next build` does not copy to the standalone server, the program of `npm run leads`, and what
 * begins before the server, so that the log is JSON from its first line, and the first request has its address. Deletes all
 * else that it does copy: `.env` files, which contain secrets and would outlive later changes, and what it thinks that the
 * code could read, such as a journal in `data`.
 */
export function completeStandalone(root = '.') {
  const standalone = join(root, '.next/standalone')
  if (!existsSync(standalone)) return
  for (const folder of ['public', '.next/static'])
    cpSync(join(root, folder), join(standalone, folder), { recursive: true })
  bundleLeads(standalone)
  // Next.js copies the package.json of the project, whose commands need its source.
  const path = join(standalone, 'package.json')
  const scripts = { start: 'node server.js', leads: 'node leads.mjs' }
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), scripts }))
  const before = `import { logConsole } from './lib/server/console'
    import { watchServer } from './lib/http/node-server'
    logConsole()
    watchServer()`
  bundle(before, standalone, 'before-server.mjs')
  const server = join(standalone, 'server.js')
  // Node runs an import before the rest of the file.
  writeFileSync(server, `import './before-server.mjs'\n${readFileSync(server, 'utf8')}`)
  for (const name of readdirSync(standalone))
    if (!ofServer.includes(name)) rmSync(join(standalone, name), { recursive: true })
}

/**
 * Bundles the program of `npm run leads` into a folder, so that it starts fast and runs where the source is not. It says in
 * one sentence what is wrong with the environment, and finds the database drivers in a `node_modules` folder above.
 * @param {string} folder
 */
export function bundleLeads(folder) {
  const program = `try { await (await import('./lib/cli/run')).main() }
    catch (error) { console.error(error.message || error.code); process.exitCode = 1 }`
  bundle(program, folder, 'leads.mjs')
}

/**
 * @param {string} contents
 * @param {string} folder
 * @param {string} name
 */
function bundle(contents, folder, name) {
  buildSync({
    stdin: {
      contents,
      resolveDir: join(import.meta.dirname, '..'),
      loader: 'ts',
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['react-server'],
    external: ['libsql', 'pg'],
    // Packages in CommonJS use both.
    banner: {
      js: "import { createRequire as createBundleRequire } from 'node:module'; const require = createBundleRequire(import.meta.url); const __dirname = import.meta.dirname;",
    },
    outfile: join(folder, name),
    // The error that it throws says the same.
    logLevel: 'silent',
  })
}

if (process.argv[1] === import.meta.filename) build()
