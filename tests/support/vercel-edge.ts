import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  statSync,
} from 'node:fs'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, extname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { sendRequest } from './http-request'
import { listenOnFreePort } from './ports'
import { temporaryFolder } from './temporary-folder'

/**
 * Serves what `vercel build` has made (https://vercel.com/docs/build-output-api) as far as our output uses it. Each
 * function is a process with its own copy of its files. As on Vercel, it is frozen while it has no request and nothing
 * that `waitUntil` waits for. What is not known here is an error.
 */

type Condition = { type: 'header'; key: string; value?: string }
type Route = {
  handle?: string
  src: string
  headers?: Record<string, string>
  status?: number
  dest?: string
  has?: Condition[]
  missing?: Condition[]
  transforms?: { type: string; op: string; target: { key: string }; args: string }[]
  middlewarePath?: string
  continue?: boolean
  check?: boolean
  important?: boolean
}
const routeProperties = [
  ...['handle', 'src', 'headers', 'status', 'dest', 'has', 'missing', 'transforms', 'continue'],
  ...['middlewarePath', 'middlewareRawSrc', 'override', 'check', 'important'],
]
const phases = ['filesystem', 'resource', 'miss', 'rewrite', 'hit', 'error']

type Request = { method: string; url: URL; headers: IncomingHttpHeaders; body: Buffer }
type Answer = { status: number; headers: OutgoingHttpHeaders; body: Buffer | string }
/** A request on its way through the routes. */
type Passage = { request: Request; path: string; status?: number; headers: OutgoingHttpHeaders }

export class VercelEdge {
  /** The functions that had a request, in their order. */
  readonly woken: string[] = []
  /** How many instances each function has. Requests go to each in turn. */
  instances = 1
  /** What the functions have written. */
  log = ''
  private readonly server = createServer((request, response) => this.serve(request, response))
  private readonly functions = new Map<string, VercelFunction>()
  private readonly routes: Map<string, Route[]>
  private readonly overrides: [file: string, { path?: string; contentType?: string }][]

  private constructor(
    private readonly project: string,
    private readonly env: Record<string, string>,
  ) {
    const { routes, overrides } = readJson(join(this.output, 'config.json'))
    this.routes = byPhase(routes)
    this.overrides = Object.entries(overrides)
  }

  /** Starts serving the build of a project to which these variables are set. */
  static async start(project: string, env: Record<string, string>): Promise<VercelEdge> {
    const edge = new VercelEdge(project, env)
    await listenOnFreePort(edge.server)
    return edge
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  /** Ends every instance, as a crash does. The next request starts another. */
  async kill(): Promise<void> {
    await Promise.all([...this.functions.values()].map((each) => each.kill()))
  }

  /** Waits until no function has anything to do. */
  async untilFrozen(): Promise<void> {
    await Promise.all([...this.functions.values()].map((each) => each.untilFrozen()))
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections()
    await Promise.all([this.kill(), new Promise((resolve) => this.server.close(resolve))])
  }

  private get output(): string {
    return join(this.project, '.vercel', 'output')
  }

  private async serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const headers = platformHeaders(incoming)
    const url = new URL(incoming.url ?? '/', `https://${headers.host}`)
    const method = incoming.method ?? 'GET'
    const answer = await buffer(incoming)
      .then((body) => this.answer({ method, url, headers, body }))
      .catch((error) => {
        this.log += `${error instanceof Error ? error.stack : error}\n`
        return { status: 502, headers: {}, body: '' }
      })
    response.writeHead(answer.status, answer.headers)
    response.end(method === 'HEAD' ? undefined : answer.body)
  }

  private async answer(request: Request): Promise<Answer> {
    const passage: Passage = { request, path: request.url.pathname, headers: {} }
    const asked = new Set<string>()
    for (const route of this.phase('')) {
      const match = matchOf(route, passage)
      if (!match) continue
      if (route.middlewarePath) {
        if (asked.has(route.middlewarePath)) continue
        asked.add(route.middlewarePath)
        const answer = await this.askMiddleware(route.middlewarePath, passage)
        if (answer) return answer
        continue
      }
      apply(route, match, passage)
      // The platform's documents do not say that a route with transforms ends the phase, and it has no `continue`.
      if (!route.continue && !route.transforms) break
    }
    const { status = 200, headers } = passage
    if (headers.Location) return { status, headers, body: '' }
    return (await this.find(passage)) ?? (await this.miss(passage))
  }

  /** Null when the request goes on. */
  private async askMiddleware(path: string, passage: Passage): Promise<Answer | null> {
    const { request } = passage
    const { status, headers, body } = await this.call(path.slice(1), request)
    const changed = String(headers['x-middleware-override-headers'] ?? '')
    for (const name of changed.split(',').filter(Boolean))
      request.headers[name] = headers[`x-middleware-request-${name}`]?.toString()
    const visible = without(headers, /^x-middleware-|^date$/)
    if (headers['x-middleware-next'] !== '1')
      return { status, headers: { ...passage.headers, ...visible }, body }
    Object.assign(passage.headers, visible)
    return null
  }

  /** What is at the path, or null. */
  private async find(passage: Passage): Promise<Answer | null> {
    const { request } = passage
    const name = passage.path === '/' ? 'index' : decodeURIComponent(passage.path).slice(1)
    const stored = this.staticFile(name) ?? this.prerendered(name, request)
    const hasFunction = existsSync(join(this.output, 'functions', `${name}.func`))
    if (!stored && !hasFunction) return null
    const status = passage.status
    passage.path = `/${name}`
    const hit = this.headersOf('hit', passage)
    if (stored) {
      const isRead = ['GET', 'HEAD'].includes(request.method)
      if (!isRead) return { status: 405, headers: passage.headers, body: '' }
      const headers = { ...stored.headers, ...passage.headers, ...hit }
      return { ...stored, status: status ?? stored.status, headers }
    }
    request.headers['x-matched-path'] = hit['x-matched-path']
    const answer = await this.call(name, request)
    return { ...answer, headers: { ...passage.headers, ...answer.headers, ...hit } }
  }

  /** Looks at the paths to which the routes lead when nothing is at the first one. */
  private async miss(passage: Passage): Promise<Answer> {
    for (const phase of ['filesystem', 'miss', 'rewrite'])
      for (const route of this.phase(phase)) {
        const match = matchOf(route, passage)
        if (!match) continue
        apply(route, match, passage)
        const found = route.check ? await this.find(passage) : null
        if (found) return found
      }
    passage.status = 404
    const route = this.phase('error').find(({ status }) => status === 404)
    passage.path = route?.dest ?? ''
    const found = await this.find({ ...passage, request: { ...passage.request, method: 'GET' } })
    return found ?? { status: 404, headers: {}, body: '' }
  }

  private staticFile(name: string): Answer | null {
    const [overridden, { contentType } = {}] =
      this.overrides.find(([file, { path = file }]) => path === name) ?? []
    const file = join(this.output, 'static', overridden ?? name)
    if (!existsSync(file) || !statSync(file).isFile()) return null
    return stored(file, 200, { 'content-type': contentType ?? typeOf(file) })
  }

  /** Null also for requests that the function answers although the page is prerendered. */
  private prerendered(name: string, { headers }: Request): Answer | null {
    const folder = join(this.output, 'functions')
    const file = join(folder, `${name}.prerender-config.json`)
    if (!existsSync(file)) return null
    const config = readJson(file)
    if (config.expiration !== false) throw new Error(`${name} is not static`)
    const bypasses: Condition[] = config.experimentalBypassFor ?? []
    if (bypasses.some((condition) => groupsOf(condition, headers) !== null)) return null
    const fallback = join(folder, dirname(name), config.fallback.fsPath)
    const initialHeaders = { 'content-type': typeOf(fallback), ...config.initialHeaders }
    return stored(fallback, config.initialStatus ?? 200, initialHeaders)
  }

  private headersOf(phase: string, passage: Passage): Record<string, string> {
    const all = this.phase(phase).map((route) => {
      const match = matchOf(route, passage)
      return match ? headersWith(route, match) : {}
    })
    return Object.assign({}, ...all)
  }

  private phase(name: string): Route[] {
    return this.routes.get(name) ?? []
  }

  private call(name: string, request: Request): Promise<Answer> {
    const folder = realpathSync(join(this.output, 'functions', `${name}.func`))
    const woken = this.functions.get(folder) ?? new VercelFunction(this.project, folder)
    this.functions.set(folder, woken)
    this.woken.push(name)
    const onOutput = (text: string) => {
      this.log += text
    }
    return woken.call(request, this.instances, this.env, onOutput)
  }
}

/** A function and its instances. */
class VercelFunction {
  private instances: Instance[] = []
  private calls = 0
  private readonly files = temporaryFolder('function')
  private readonly config: { handler: string; useWebApi?: boolean; launcherType: string }

  constructor(project: string, folder: string) {
    this.config = readJson(join(folder, '.vc-config.json'))
    if (this.config.launcherType !== 'Nodejs') throw new Error(`${folder} is no Node.js function`)
    const { filePathMap = {} } = readJson(join(folder, '.vc-config.json'))
    cpSync(folder, this.files, { recursive: true })
    for (const [path, source] of Object.entries<string>(filePathMap)) {
      const file = join(this.files, path)
      mkdirSync(dirname(file), { recursive: true })
      linkOrCopy(realpathSync(join(project, source)), file)
    }
  }

  async call(
    request: Request,
    count: number,
    env: Record<string, string>,
    onOutput: (text: string) => void,
  ): Promise<Answer> {
    const index = this.calls++ % count
    const current = this.instances[index]
    const instance = current?.isRunning ? current : new Instance(this.files, this.config, env)
    if (instance !== current) instance.onOutput(onOutput)
    this.instances[index] = instance
    return instance.call(request)
  }

  async kill(): Promise<void> {
    await Promise.all(this.instances.splice(0).map((each) => each.kill()))
  }

  async untilFrozen(): Promise<void> {
    await Promise.all(this.instances.map((each) => each.untilFrozen()))
  }
}

const program = fileURLToPath(new URL('./vercel-function.mjs', import.meta.url))

const running = new Set<ChildProcess>()
// A frozen process does not end by itself.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

class Instance {
  private readonly child: ChildProcess
  private readonly port: Promise<number>
  private readonly exited: Promise<unknown>
  private open = 0
  private frozen: (() => void)[] = []

  constructor(
    folder: string,
    { handler, useWebApi }: { handler: string; useWebApi?: boolean },
    env: Record<string, string>,
  ) {
    const { PATH = '' } = process.env
    const api = useWebApi ? 'web' : 'node'
    this.child = spawn(process.execPath, [program, folder, handler, api], {
      cwd: folder,
      env: { NODE_ENV: 'production', PATH, TZ: ':UTC', VERCEL: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    running.add(this.child)
    this.exited = once(this.child, 'exit')
    this.port = new Promise((resolve, reject) => {
      this.child.on('message', (message: 'done' | { port: number }) => {
        if (message === 'done') this.finish()
        else resolve(message.port)
      })
      this.exited.then(() => {
        running.delete(this.child)
        this.open = 0
        this.freeze()
        reject(new Error('The function ended before it was ready'))
      })
    })
    // Whoever calls waits for it.
    this.port.catch(() => undefined)
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null
  }

  onOutput(read: (text: string) => void): void {
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.setEncoding('utf8').on('data', read)
  }

  async call({ method, url, headers, body }: Request): Promise<Answer> {
    this.open++
    this.child.kill('SIGCONT')
    const given = Object.entries(headers).filter(([, value]) => value !== undefined)
    const answer = await sendRequest({
      port: await this.port,
      path: url.pathname + url.search,
      method,
      headers: Object.fromEntries(given.map(([name, value]) => [name, String(value)])),
      body,
    })
    return {
      status: answer.status,
      headers: without(answer.headers, hopByHop),
      body: Buffer.from(answer.body, 'latin1'),
    }
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL')
    await this.exited
  }

  untilFrozen(): Promise<void> {
    return this.open === 0 ? Promise.resolve() : new Promise((resolve) => this.frozen.push(resolve))
  }

  private finish(): void {
    this.open--
    if (this.open === 0) this.freeze()
  }

  private freeze(): void {
    if (this.isRunning) this.child.kill('SIGSTOP')
    for (const resolve of this.frozen.splice(0)) resolve()
  }
}

/**
 * The headers that the platform sets, and what is left of the client's own. Here the address of the client is what its
 * X-Forwarded-For says, so that one machine can be many clients.
 */
function platformHeaders({ headers }: IncomingMessage): IncomingHttpHeaders {
  const address = String(headers['x-forwarded-for'] ?? '127.0.0.1')
  const given = Object.entries(headers).filter(
    ([name]) => !/^(x-vercel-|x-forwarded-|x-real-ip|x-matched-path|connection)/.test(name),
  )
  return {
    ...Object.fromEntries(given),
    'x-forwarded-for': address,
    'x-forwarded-host': headers.host,
    'x-forwarded-proto': 'https',
    'x-real-ip': address,
    'x-vercel-forwarded-for': address,
  }
}

/** The routes before the first `handle` have the phase ''. */
function byPhase(routes: Route[]): Map<string, Route[]> {
  const found = new Map<string, Route[]>()
  let phase = ''
  for (const route of routes) {
    const unknown = Object.keys(route).filter((name) => !routeProperties.includes(name))
    const conditions = [...(route.has ?? []), ...(route.missing ?? [])]
    if (unknown.length > 0) throw new Error(`A route has ${unknown.join(', ')}`)
    if (conditions.some(({ type }) => type !== 'header')) throw new Error('A route has no header')
    if (route.handle && !phases.includes(route.handle)) throw new Error(`Phase ${route.handle}`)
    if (route.handle) phase = route.handle
    else found.set(phase, [...(found.get(phase) ?? []), route])
  }
  return found
}

/** What the groups of a route match, by number and name. Null when the route is not for this request. */
function matchOf(route: Route, { path, request }: Passage): Record<string, string> | null {
  const match = new RegExp(`^(?:${route.src})$`).exec(path)
  const values = (route.has ?? []).map((condition) => groupsOf(condition, request.headers))
  const isExcluded = (route.missing ?? []).some(
    (condition) => groupsOf(condition, request.headers) !== null,
  )
  if (!match || isExcluded || values.includes(null)) return null
  return Object.assign({}, { ...match }, match.groups, ...values)
}

/** What the groups of a condition match. Null when the request does not meet it. */
function groupsOf(
  { key, value = '.*' }: Condition,
  headers: IncomingHttpHeaders,
): Record<string, string> | null {
  const header = headers[key]
  const match = header === undefined ? null : new RegExp(`^(?:${value})$`).exec(String(header))
  return match ? { ...match.groups } : null
}

function apply(route: Route, match: Record<string, string>, passage: Passage): void {
  Object.assign(passage.headers, headersWith(route, match))
  passage.status = route.status ?? passage.status
  if (route.dest) passage.path = insert(route.dest, match)
  for (const { type, op, target, args } of route.transforms ?? []) {
    if (type !== 'request.headers' || op !== 'set') throw new Error(`A route has ${type} ${op}`)
    passage.request.headers[target.key] = args
  }
}

function headersWith({ headers = {} }: Route, match: Record<string, string>) {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, insert(value, match)]),
  )
}

function insert(text: string, match: Record<string, string>): string {
  return text.replaceAll(/\$(\w+)/g, (whole, name) => match[name] ?? (name in match ? '' : whole))
}

/** The headers of a connection and of its encoding. */
const hopByHop = /^(connection|keep-alive|transfer-encoding|content-length)$/

function without(headers: OutgoingHttpHeaders, names: RegExp): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.test(name)))
}

function stored(file: string, status: number, headers: Record<string, string>): Answer {
  const cacheControl = { 'cache-control': 'public, max-age=0, must-revalidate' }
  return { status, headers: { ...cacheControl, ...headers }, body: readFileSync(file) }
}

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'application/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

function typeOf(file: string): string {
  return types[extname(file)] ?? 'application/octet-stream'
}

/** A link takes less time, but does not lead to another file system. */
function linkOrCopy(source: string, target: string): void {
  try {
    linkSync(source, target)
  } catch {
    cpSync(source, target, { recursive: true })
  }
}

// biome-ignore lint/suspicious/noExplicitAny: The platform's files have no types.
function readJson(path: string): any {
  return JSON.parse(readFileSync(path, 'utf8'))
}
