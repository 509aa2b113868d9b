import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { listenOnFreePort } from '../process/ports'
import { type HttpResponse, sendRequest } from '../visitor/http'
import { newClientAddress } from '../visitor/visitor'

type Changes = {
  /** Takes what the site does not get, and returns whether it did. */
  take: (path: string, body: Buffer) => boolean
  /** Changes an answer on its way back. */
  answer: (answer: HttpResponse) => void
}

/** Starts a proxy that changes what passes. Its requests have a client address of their own. */
export async function startChangingProxy(
  site: string,
  { take, answer: change }: Changes,
): Promise<{ port: number; stop(): Promise<void> }> {
  const client = { 'x-forwarded-for': newClientAddress(), 'accept-encoding': 'identity' }
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '' } = request
    const given = Object.entries(request.headers).map(([name, value]) => [name, String(value)])
    const headers = { ...Object.fromEntries(given), ...client }
    const body = await buffer(request)
    if (take(path, body)) return response.writeHead(204).end()
    const port = Number(new URL(site).port)
    const answer = await sendRequest({ port, path, method, headers, body })
    change(answer)
    const { 'content-length': _, 'transfer-encoding': __, ...kept } = answer.headers
    response.writeHead(answer.status, kept).end(answer.body, 'latin1')
  })
  return {
    port: await listenOnFreePort(server),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
