import { hashOf } from '../../lib/page/loader/bundle.mjs'
import { elementsOf, type HtmlElement } from '../../lib/page/loader/html.mjs'

/** Reads a deployed site as a browser does, with all that its pages load. */

export type Answer = { status: number; headers: Headers; text: string }
export type Page = Answer & { path: string; elements: HtmlElement[] }
type File = Answer & { path: string }
export type Deployed = { base: string; origin: string; pages: Page[]; files: File[] }

/** Throws if the site does not answer, or answers with a redirect. */
export async function readDeployed(base: string, paths: string[]): Promise<Deployed> {
  const pages = await Promise.all(
    paths.map(async (path) => {
      const answer = await read(base + path)
      return { ...answer, path, elements: elementsOf(answer.text) }
    }),
  )
  const location = pages[0]?.headers.get('location')
  if (location) throw new Error(`${base} redirects to ${location}. Give this command that address.`)
  return { base, origin: publicOrigin(base, pages), pages, files: await readFiles(base, pages) }
}

export async function read(url: string, options: RequestInit = {}): Promise<Answer> {
  try {
    const signal = AbortSignal.timeout(30_000)
    const response = await fetch(url, { redirect: 'manual', signal, ...options })
    return { status: response.status, headers: response.headers, text: await response.text() }
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string } }
    throw new Error(
      `${url} does not answer (${cause?.code ?? name}). Start the site and its proxy, and check the domain and its certificate.`,
    )
  }
}

/** What is found in one page after the other: one sentence for all pages with the same fault. */
export async function byPage(
  pages: Page[],
  find: (page: Page) => string[] | Promise<string[]>,
): Promise<string[]> {
  const paths = new Map<string, string[]>()
  for (const page of pages)
    for (const fault of await find(page)) paths.set(fault, [...(paths.get(fault) ?? []), page.path])
  return [...paths].map(([fault, at]) => `${at.join(', ')}: ${fault}`)
}

/** The origin that pages should name. On the machine of the site, its address is not the public one. */
function publicOrigin(base: string, [landing]: Page[]): string {
  const named = canonicalOf(landing?.elements ?? [])
  const { origin, host } = new URL(isLoopback(base) && URL.canParse(named) ? named : base)
  return isLoopback(origin) ? origin : `https://${host}`
}

export function canonicalOf(elements: HtmlElement[]): string {
  return elements.find(({ attributes: { rel } }) => rel === 'canonical')?.attributes.href ?? ''
}

function isLoopback(address: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname)
}

/** The scripts, styles, and fonts that the pages load, also those that only a script names. */
async function readFiles(base: string, pages: Page[]): Promise<File[]> {
  const files = new Map<string, File>()
  let texts = pages.map(({ text }) => text)
  while (texts.length > 0) {
    const named = texts.flatMap(
      (text) => text.match(/\b(chunks|media)\/[\w.~-]+\.(js|css|woff2)\b/g) ?? [],
    )
    const paths = new Set(named.map((name) => `/_next/static/${name}`))
    const found = await Promise.all(
      [...paths]
        .filter((path) => !files.has(path))
        .map(async (path) => ({ ...(await read(base + path)), path })),
    )
    for (const file of found) files.set(file.path, file)
    texts = found.map(({ text }) => text)
  }
  return [...files.values()]
}

/** Without structured data. */
export function inlineScripts(elements: HtmlElement[]): HtmlElement[] {
  return elements.filter(
    ({ tag, attributes: { src, type } }) =>
      tag === 'script' && src === undefined && type !== 'application/ld+json',
  )
}

/** As a source of a policy. The loader depends on the build, and is the one script that names others. */
export function hashOfLoader({ elements }: Page): string {
  const loader = elements.find(({ attributes }) => attributes['data-scripts'] !== undefined)
  return hashOf(loader?.text ?? '')
}

/** The id of the server action of a form with these hidden fields. */
export function actionIdOf(hidden: Record<string, string>): string {
  return /"id":"(\w+)"/.exec(Object.values(hidden).join(' '))?.[1] ?? ''
}
