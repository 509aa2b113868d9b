import './check-node.cjs'
import { createHash } from 'node:crypto'
import { contentSecurityPolicy } from '../lib/http/policy.mjs'
import { paths } from '../lib/pages.mjs'

/**
 * `node scripts/check-deployed.mjs https://www.example.com`: checks from outside a site that was just deployed. Prints what to do about
 * each fault. It submits only a form without fields, which the site refuses, so that it never makes a lead.
 */

const passOn = 'Let the proxy, host, or CDN pass everything on unchanged, as docs/nginx.conf does.'
/** @type {Record<string, string>} */
const types = { js: 'application/javascript', css: 'text/css', woff2: 'font/woff2' }

/** @param {string} origin @returns {Promise<string[]>} The faults. */
export async function checkDeployed(origin) {
  const isPublic = origin.startsWith('https:')
  /** @type {string[]} */
  const faults = []
  const check = (/** @type {unknown} */ isRight, /** @type {string} */ fault) => {
    if (!isRight) faults.push(fault)
  }

  const files = new Set()
  for (const path of [...paths, '/nowhere']) {
    const expected = path === '/nowhere' ? 404 : 200
    const { status, headers, text } = await read(origin + path)
    const at = headers.has('location') ? `, to ${headers.get('location')}` : ''
    check(status === expected, `${path}: the status is ${status}${at}, not ${expected}. ${passOn}`)
    if (status !== expected) continue
    const scripts = text.matchAll(/<script(?![^>]* src=|[^>]*ld\+json)[^>]*>(.*?)<\/script>/gs)
    const sources = [...scripts].map(([, script = '']) => sourceOf(script))
    check(
      sources.length === 1,
      `${path}: it has ${sources.length} inline scripts, not 1. Turn off what adds one, such as analytics of the host or CDN.`,
    )
    check(
      headers.get('content-security-policy') === contentSecurityPolicy(sources[0] ?? ''),
      `${path}: the content-security-policy is not that of the loader. ${passOn}`,
    )
    check(
      headers.get('x-content-type-options') === 'nosniff',
      `${path}: x-content-type-options is not "nosniff". ${passOn}`,
    )
    const [, canonical] = /<link rel="canonical" href="([^"]*)"/.exec(text) ?? []
    check(
      !isPublic || status === 404 || canonical === (path === '/' ? origin : origin + path),
      `${path}: the canonical address is ${canonical}. Set SITE_URL=${origin} and build again. On Vercel, give this command the production domain.`,
    )
    for (const [file] of text.matchAll(/\/_next\/static\/[\w./~-]+\.(js|css|woff2)\b/g))
      files.add(file)
  }

  for (const [extension, type] of Object.entries(types)) {
    const ofType = [...files].filter((file) => file.endsWith(`.${extension}`))
    check(ofType.length > 0, `No page names a .${extension} file. Deploy what the build makes.`)
    for (const file of ofType) {
      const { status, headers } = await read(origin + file)
      const given = headers.get('content-type')
      const isRight = status === 200 && given?.startsWith(type)
      check(isRight, `${file}: the status is ${status}, and the type ${given}. ${passOn}`)
    }
  }

  const { status, text } = await read(`${origin}/api/health`)
  check(
    status === 200 && text === '{"ok":true}',
    `The status of /api/health is ${status}. Set DATABASE_URL and the address of each webhook, and read the log of the site.`,
  )

  const post = async (/** @type {string} */ from) =>
    (await read(origin, { method: 'POST', headers: { origin: from }, body: new FormData() })).status
  const [own, foreign] = [await post(origin), await post('https://elsewhere.example')]
  check(
    own === 400,
    `The status of a form without fields is ${own}, not 400. In nginx.conf, write "proxy_set_header Host $host;" and "proxy_set_header X-Forwarded-Host $host;", or $http_host in both if the site is not on port 443.`,
  )
  check(
    foreign === 403,
    `The status of a form of another origin is ${foreign}, not 403. Let the proxy pass on the header Origin unchanged.`,
  )

  if (isPublic) {
    const { headers } = await read(origin.replace('https:', 'http:'))
    const isRedirect = headers.get('location')?.startsWith('https:')
    check(isRedirect, 'Plain HTTP does not lead to HTTPS. Redirect it, as docs/nginx.conf does.')
  }
  return faults
}

/** @param {string} script */
function sourceOf(script) {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`
}

/** @param {string} url @param {RequestInit} [options] */
async function read(url, options) {
  try {
    const signal = AbortSignal.timeout(30_000)
    const response = await fetch(url, { redirect: 'manual', signal, ...options })
    return { status: response.status, headers: response.headers, text: await response.text() }
  } catch (error) {
    const { name, cause } = /** @type {Error & { cause?: { code?: string } }} */ (error)
    throw new Error(
      `${url} does not answer (${cause?.code ?? name}). Start the site and its proxy, and check the domain and its certificate.`,
    )
  }
}

const [, program, address = ''] = process.argv
if (program === import.meta.filename) {
  const faults = /^https?:\/\/./.test(address)
    ? await checkDeployed(new URL(address).origin).catch(({ message }) => [message])
    : ['Name the site: node scripts/check-deployed.mjs https://www.example.com']
  console.log(faults.join('\n') || `${address} answers as it should.`)
  process.exitCode = faults.length > 0 ? 1 : 0
}
