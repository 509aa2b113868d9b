import { connect } from 'node:net'

/** Sends many requests on one connection and reads no answer. True when the server has closed the connection in time. */
export function pipelineWithoutReading(
  url: string,
  count: number,
  withinMs: number,
  localAddress?: string,
): Promise<boolean> {
  const { hostname, port } = new URL(url)
  const socket = connect({ port: Number(port), host: hostname, localAddress })
  const request = 'GET /share.png HTTP/1.1\r\nhost: x\r\n\r\n'
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      socket.destroy()
      resolve(false)
    }, withinMs)
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(true)
    })
    socket.write(request.repeat(count))
  })
}
