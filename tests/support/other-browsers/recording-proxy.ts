import { createHash } from 'node:crypto'
import { createServer, request as httpRequest, type Server } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { listenOnFreePort } from '../process/ports'

/**
 * Stands between a browser and the site, for browsers whose driver reports no page errors. It adds a script to each
 * page, which posts every error, console message and policy violation to this proxy, and allows that script in the
 * page's policy. It also sends each browser's requests with a client address of their own.
 */
export class RecordingProxy {
  readonly errors: string[] = []
  /** While true, connections that request scripts are cut. */
  cutsScripts = false
  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(site: string, clientAddress: string): Promise<RecordingProxy> {
    const server = createServer()
    const proxy = new RecordingProxy(server, `http://127.0.0.1:${await listenOnFreePort(server)}`)
    server.on('request', async (request, response) => {
      const body = await buffer(request)
      if (request.url === errorPath) {
        proxy.errors.push(body.toString('utf8'))
        return response.writeHead(204).end()
      }
      if (proxy.cutsScripts && request.url?.endsWith('.js')) return request.socket.destroy()
      const headers = {
        ...request.headers,
        'x-forwarded-for': clientAddress,
        'accept-encoding': 'identity',
      }
      const { method, url = '/' } = request
      httpRequest(`${site}${url}`, { method, headers }, async (answer) => {
        const received = await buffer(answer)
        const isPage = answer.headers['content-type']?.startsWith('text/html')
        const sent = isPage ? withRecorder(received) : received
        const { 'transfer-encoding': _, ...kept } = answer.headers
        const policy = kept['content-security-policy']?.toString()
        if (policy)
          kept['content-security-policy'] = policy.replace(
            "script-src 'self'",
            `script-src 'self' ${recorderHash}`,
          )
        response.writeHead(answer.statusCode ?? 502, { ...kept, 'content-length': sent.length })
        response.end(sent)
      })
        .on('error', () => request.socket.destroy())
        .end(body)
    })
    return proxy
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }
}

const errorPath = '/recorded-error'

/** A browser cancels a `fetch` when its page is left, except with `keepalive`. */
const recorder = `(() => {
  const report = (text) => { fetch('${errorPath}', { method: 'POST', body: text, keepalive: true }) }
  addEventListener('error', ({ message, filename }) => report('exception: ' + (message || filename)))
  addEventListener('unhandledrejection', ({ reason }) => report('rejection: ' + reason))
  addEventListener('securitypolicyviolation', (event) => report('policy: ' + event.violatedDirective + ' ' + event.blockedURI))
  for (const level of ['error', 'warn']) {
    const print = console[level]
    console[level] = (...values) => { report('console: ' + values.join(' ')); print.apply(console, values) }
  }
})()`
const recorderHash = `'sha256-${createHash('sha256').update(recorder).digest('base64')}'`

function withRecorder(page: Buffer): Buffer {
  return Buffer.from(
    page.toString('utf8').replace(/<head[^>]*>/, (head) => `${head}<script>${recorder}</script>`),
  )
}
