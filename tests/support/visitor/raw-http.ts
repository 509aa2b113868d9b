import { connect } from 'node:net'

export type RawResponse = {
  status: number | 'closed' | 'hung'
  head: string
  body: string
  ms: number
}

type RawOptions = { endEarly?: boolean; localAddress?: string; delayMs?: number }

/**
 * Sends bytes unchanged, whether or not they are valid HTTP, and reads until the server closes. `endEarly` closes this
 * side after the bytes. `localAddress` is the address of this machine that the connection comes from. `delayMs` passes
 * between the connection and the bytes, as for a client that is far away.
 */
export function sendRaw(
  url: string,
  bytes: string | Buffer,
  { endEarly, localAddress, delayMs }: RawOptions = {},
): Promise<RawResponse> {
  const { hostname, port } = new URL(url)
  const start = performance.now()
  return new Promise((resolve) => {
    const socket = connect({ port: Number(port), host: hostname, localAddress })
    const chunks: Buffer[] = []
    let hung = false
    const timer = setTimeout(() => {
      hung = true
      socket.destroy()
    }, 15_000)
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearTimeout(timer)
      const [head = '', ...rest] = Buffer.concat(chunks).toString('latin1').split('\r\n\r\n')
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1])
      resolve({
        status: hung ? 'hung' : status || 'closed',
        head,
        body: rest.join('\r\n\r\n'),
        ms: performance.now() - start,
      })
    })
    const send = () => socket.write(bytes, () => endEarly && socket.end())
    if (delayMs) socket.once('connect', () => setTimeout(send, delayMs))
    else send()
  })
}

export type RawRequest = {
  method?: string
  path?: string
  headers?: Record<string, string | undefined>
  body?: string | Buffer
}

/** A request with no headers but the required ones and these. The server closes the connection after it. */
export function rawRequest(url: string, { method, path, headers, body = '' }: RawRequest): Buffer {
  const allHeaders: RawRequest['headers'] = {
    host: new URL(url).host,
    connection: 'close',
    ...(method !== 'GET' && { 'content-length': String(Buffer.byteLength(body)) }),
    ...headers,
  }
  const lines = Object.entries(allHeaders).flatMap(([name, value]) =>
    value === undefined ? [] : `${name}: ${value}\r\n`,
  )
  return Buffer.concat([
    Buffer.from(`${method ?? 'POST'} ${path ?? '/'} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1'),
    Buffer.from(body),
  ])
}

export const boundary = 'form-data-boundary'

export function multipart(fields: readonly (readonly [string, string])[]): string {
  const parts = fields.map(
    ([name, value]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return `${parts.join('')}--${boundary}--\r\n`
}

export const multipartType = { 'content-type': `multipart/form-data; boundary=${boundary}` }
