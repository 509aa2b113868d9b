import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { TLSSocket } from 'node:tls'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openPostgres } from '@/lib/leads/store/postgres'
import { listenOnFreePort } from '../../support/process/ports'
import { certificatePath } from '../../support/receiver/webhook-receiver'

describe('a server with TLS', () => {
  /** Begins TLS as PostgreSQL does, and ends the connection with the first message in it. */
  async function startServer() {
    const pem = readFileSync(certificatePath)
    const messages: string[] = []
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => {
        socket.write('S')
        const secure = new TLSSocket(socket, { isServer: true, key: pem, cert: pem })
        secure.on('error', () => undefined)
        secure.once('data', (message) => {
          messages.push(String(message))
          secure.destroy()
        })
      })
    })
    onTestFinished(() => void server.close())
    return { port: await listenOnFreePort(server), messages }
  }

  it.each([
    ['the address', '?sslmode=verify-full', undefined],
    ['a variable', '', 'verify-full'],
  ])(
    'gets no message if nobody vouches for it and %s asks for the check',
    async (_, query, mode) => {
      vi.stubEnv('PGSSLMODE', mode)
      const { port, messages } = await startServer()
      const database = openPostgres(`postgres://site:1@127.0.0.1:${port}/site${query}`)
      const code = 'DEPTH_ZERO_SELF_SIGNED_CERT'
      await expect(database.read('SELECT 1')).rejects.toMatchObject({ code })
      expect(messages).toEqual([])
      await database.close()
    },
  )

  it('gets the name of the user if its certificate is trusted', async () => {
    const { port, messages } = await startServer()
    const query = `?sslmode=verify-full&sslrootcert=${certificatePath}`
    const database = openPostgres(`postgres://site:1@127.0.0.1:${port}/site${query}`)
    await expect(database.read('SELECT 1')).rejects.toThrow()
    expect(messages).toEqual([expect.stringContaining('user\0site\0')])
    await database.close()
  })
})
