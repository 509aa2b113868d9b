import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, sep } from 'node:path'

/**
 * Builds twice. The pages carry inline scripts of the framework's, and a strict policy names each of them by its
 * hash, in headers that are part of the build: the first build tells the hashes, the second has them, and both must
 * agree. They do, because build id and action key are the same for both.
 */
export function build() {
  const environment = {
    ...process.env,
    BUILD_ID: process.env.BUILD_ID || randomBytes(8).toString('hex'),
    NEXT_SERVER_ACTIONS_ENCRYPTION_KEY:
      process.env.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY || randomBytes(32).toString('base64'),
  }
  // The shell's mode would change what is built.
  delete environment.NODE_ENV
  run({ ...environment, SCRIPT_HASHES: '{}' })
  paintFirst()
  const hashes = scriptHashes()
  run({ ...environment, SCRIPT_HASHES: hashes })
  paintFirst()
  if (scriptHashes() !== hashes) {
    console.error(
      'The two builds differ in their inline scripts, so that the policy would not fit the pages.',
    )
    process.exit(1)
  }
  compileAhead()
  completeStandalone()
}

function run(env) {
  const { status } = spawnSync(process.execPath, ['node_modules/next/dist/bin/next', 'build'], {
    stdio: 'inherit',
    env,
  })
  if (status !== 0) process.exit(status ?? 1)
}

/** Asks for what waits once the browser has painted the page, and after three seconds where it does not tell. */
const askForTheRest = `(() => {
  const ask = () => {
    const manifest = document.querySelector('link[rel=manifest]');
    if (manifest) manifest.href = manifest.dataset.href;
    for (const script of document.querySelectorAll('script[data-src]')) {
      const { src } = script.dataset;
      delete script.dataset.src;
      setTimeout(() => {
        script.async = true;
        script.src = src
      })
    }
  };
  try {
    new PerformanceObserver(ask).observe({ type: 'paint', buffered: true })
  } catch {
    ask()
  }
  setTimeout(ask, 3000)
})()`.replace(/\n\s*/g, '')

/**
 * A page reads and works before any script of it ran, so that no script shall come between the visitor and the sight
 * of it, nor take the network from it: the prerendered pages ask for theirs once they are painted, and so they do for
 * the manifest. The typeface comes early, on the page for wrong addresses too.
 */
function paintFirst() {
  const fontOf = (html) => html.match(/<link rel="preload"[^>]* as="font"[^>]*>/)?.[0]
  const font = fontOf(readFileSync('.next/server/app/index.html', 'utf8'))
  for (const path of pages()) {
    const built = readFileSync(path, 'utf8')
    const html = (fontOf(built) ? built : built.replace('<link rel="stylesheet"', `${font}$&`))
      .replace(/<link rel="preload" as="script"[^>]*>/g, '')
      .replace(/<script src="([^"]+)" async="">/g, '<script data-src="$1">')
      .replace('<link rel="manifest" href=', '<link rel="manifest" data-href=')
      .replace('</body>', `<script>${askForTheRest}</script></body>`)
    writeFileSync(path, html)
  }
}

/**
 * The framework's scripts run nearly whole at the start, each function compiled as it is met, while the visitor waits
 * for the answer to a tap. A browser that is told so compiles them while they arrive, beside whatever else it does.
 */
function compileAhead() {
  const asked = pages().flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/<script data-src="\/(_next\/[^"]+)"/g)].map(
      ([, src]) => src.replace('_next', '.next'),
    ),
  )
  for (const path of new Set(asked)) {
    const script = readFileSync(path, 'utf8')
    if (script.length > 100_000) writeFileSync(path, `//# allFunctionsCalledOnLoad\n${script}`)
  }
}

/** What a browser fetches is not among what the framework puts beside its standalone server. */
function completeStandalone() {
  if (!existsSync('.next/standalone')) return
  for (const folder of ['public', '.next/static'])
    if (existsSync(folder)) cpSync(folder, `.next/standalone/${folder}`, { recursive: true })
}

/**
 * The inline scripts of each prerendered page, as its policy names them, and of those that are shown in the place of
 * another. Data is no script.
 */
function scriptHashes() {
  const found = { otherwise: new Set() }
  for (const path of pages()) {
    const name = basename(path, '.html')
    const own = path.includes(`${sep}app${sep}`) && !name.startsWith('_')
    const page = own ? `/${name === 'index' ? '' : name}` : 'otherwise'
    found[page] ??= new Set()
    for (const [, attributes, text] of readFileSync(path, 'utf8').matchAll(
      /<script([^>]*)>(.*?)<\/script>/gs,
    )) {
      if (/\bsrc=|application\/ld\+json/.test(attributes) || text === '') continue
      found[page].add(`'sha256-${createHash('sha256').update(text).digest('base64')}'`)
    }
  }
  return JSON.stringify(
    Object.fromEntries(
      Object.entries(found)
        .sort()
        .map(([page, hashes]) => [page, [...hashes].sort().join(' ')]),
    ),
  )
}

function pages() {
  return ['.next/server', '.next/standalone/.next/server']
    .filter(existsSync)
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, name)))
    .filter((path) => path.endsWith('.html'))
}

if (process.argv[1] === import.meta.filename) build()
