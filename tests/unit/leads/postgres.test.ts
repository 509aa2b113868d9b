import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { TLSSocket } from 'node:tls'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { isExposed, openPostgres } from '@/lib/leads/store/postgres'
import { listenOnFreePort } from '../../support/process/ports'
import { certificatePath } from '../../support/receiver/webhook-receiver'

it.each([
  ['postgres://site:1@db.example.com/site', true],
  ['postgres://site:1@db.example.com:6432/site?sslmode=disable', true],
  ['postgres://site:1@db.example.com/site?sslmode=no-verify', true],
  ['postgres://site:1@db.example.com/site?uselibpqcompat=true&sslmode=require', true],
  ['postgres://site:1@192.0.2.1/site', true],
  ['postgres://site:1@[2001:db8::1]/site', true],
  ['postgres://site:1@localhost/site?host=db.example.com', true],
  ['postgres://site:1@db.example.com/site?sslmode=verify-full', false],
  ['postgres://site:1@db.example.com/site?ssl=true', false],
  ['postgres://site:1@localhost/site', false],
  ['postgres://site:1@127.0.0.1/site', false],
  ['postgres://site:1@[::1]/site', false],
  ['postgres:///site', false],
  ['postgres://site@localhost/site?host=/var/run/postgresql.d', false],
  // A container of the same network.
  ['postgres://site:1@database/site', false],
  // The journal says that it cannot connect.
  ['postgres://site:1@db.example.com/site?sslmode=verify-full&sslrootcert=/none.pem', false],
])('whether others on the way can read the leads that are sent to %s: %s', (url, expected) => {
  vi.stubEnv('PGSSLMODE', undefined)
  expect(isExposed(url)).toBe(expected)
})

it('a database of another machine is not exposed when a variable of the driver asks for the check', () => {
  vi.stubEnv('PGSSLMODE', 'verify-full')
  expect(isExposed('postgres://site:1@db.example.com/site')).toBe(false)
})

describe('a server with TLS', () => {
  /** Begins TLS as PostgreSQL does, and ends the connection with the first message in it. */
  async function startTlsServer() {
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
      const { port, messages } = await startTlsServer()
      const database = openPostgres(`postgres://site:1@127.0.0.1:${port}/site${query}`)
      const code = 'DEPTH_ZERO_SELF_SIGNED_CERT'
      await expect(database.read('SELECT 1')).rejects.toMatchObject({ code })
      expect(messages).toEqual([])
      await database.close()
    },
  )

  it('gets the name of the user if its certificate is trusted', async () => {
    const { port, messages } = await startTlsServer()
    const query = `?sslmode=verify-full&sslrootcert=${certificatePath}`
    const database = openPostgres(`postgres://site:1@127.0.0.1:${port}/site${query}`)
    await expect(database.read('SELECT 1')).rejects.toThrow()
    expect(messages).toEqual([expect.stringContaining('user\0site\0')])
    await database.close()
  })
})
