import { connect, type Socket } from 'node:net'

/** Sends many requests on one connection, and reads no answer. */
export function pipelineWithoutReading(url: string, path: string, count: number): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  const requests = `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(count)
  return new Promise((resolve) => socket.write(requests, () => resolve(socket)))
}
