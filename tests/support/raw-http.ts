import { connect } from 'node:net'

export type RawAnswer = {
  status: number | 'closed' | 'hung'
  head: string
  body: string
  ms: number
}

/** Sends bytes as they are, however wrong, and tells what came back until the other side closed. */
export function sendRaw(url: string, bytes: string | Buffer, cut = false): Promise<RawAnswer> {
  const { hostname, port } = new URL(url)
  const began = performance.now()
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
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
        ms: performance.now() - began,
      })
    })
    socket.write(bytes, () => cut && socket.end())
  })
}

export type RawRequest = {
  method?: string
  path?: string
  headers?: Record<string, string | undefined>
  body?: string | Buffer
}

/** A whole request with nothing but what is asked for; the server closes when it has answered. */
export function rawRequest(url: string, { method, path, headers, body = '' }: RawRequest): Buffer {
  const all: RawRequest['headers'] = {
    host: new URL(url).host,
    connection: 'close',
    ...(method !== 'GET' && { 'content-length': String(Buffer.byteLength(body)) }),
    ...headers,
  }
  const lines = Object.entries(all).flatMap(([name, value]) =>
    value === undefined ? [] : `${name}: ${value}\r\n`,
  )
  return Buffer.concat([
    Buffer.from(`${method ?? 'POST'} ${path ?? '/'} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1'),
    Buffer.from(body),
  ])
}

export const boundary = 'edge-of-a-part'

export function multipart(fields: readonly (readonly [string, string])[]): string {
  const parts = fields.map(
    ([name, value]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return `${parts.join('')}--${boundary}--\r\n`
}

export const multipartType = { 'content-type': `multipart/form-data; boundary=${boundary}` }
