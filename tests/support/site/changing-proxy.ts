import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer, type ServerOptions } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { type HttpResponse, sendRequest } from '../visitor/http'
import { newClientAddress } from '../visitor/visitor'

export type Changes = {
  /** Takes what the site does not get, and returns whether it did. */
  take?: (path: string, body: Buffer) => boolean
  /** Changes the headers of a request on its way to the site. */
  request?: (headers: Record<string, string>) => void
  /** Changes an answer on its way back. */
  answer?: (answer: HttpResponse, path: string, method: string) => void
}

/** Starts a proxy that changes what passes. Its requests have a client address of their own. */
export async function startChangingProxy(
  site: string,
  { take, request: changeRequest, answer: changeAnswer }: Changes = {},
  tls?: ServerOptions,
): Promise<{ port: number; stop(): Promise<void> }> {
  const client = { 'x-forwarded-for': newClientAddress(), 'accept-encoding': 'identity' }
  const serve: RequestListener = async (request, response) => {
    const { method = '', url: path = '' } = request
    const given = Object.entries(request.headers).map(([name, value]) => [name, String(value)])
    const headers = { ...Object.fromEntries(given), ...client }
    const body = await buffer(request)
    if (take?.(path, body)) return response.writeHead(204).end()
    changeRequest?.(headers)
    const port = Number(new URL(site).port)
    const answer = await sendRequest({ port, path, method, headers, body })
    changeAnswer?.(answer, path, method)
    const { 'content-length': _, 'transfer-encoding': __, ...kept } = answer.headers
    response.writeHead(answer.status, kept).end(answer.body, 'latin1')
  }
  const server = tls ? createTlsServer(tls, serve) : createServer(serve)
  // On every address of this machine.
  await new Promise<void>((resolve) => server.listen(0, resolve))
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
