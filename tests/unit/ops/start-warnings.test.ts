import { networkInterfaces } from 'node:os'
import { expect, it, vi } from 'vitest'
import { isExposed } from '@/lib/ops/start-warnings'

const own = Object.values(networkInterfaces()).flat()[0]?.address ?? ''

it.each([
  ['postgres://site:1@db.example.com/site', true],
  ['postgres://site:1@db.example.com:6432/site?sslmode=disable', true],
  ['postgres://site:1@db.example.com/site?sslmode=no-verify', true],
  ['postgres://site:1@db.example.com/site?uselibpqcompat=true&sslmode=require', true],
  ['postgres://site:1@192.0.2.1/site', true],
  ['postgres://site:1@[2001:db8::1]/site', true],
  ['postgres://site:1@localhost/site?host=db.example.com', true],
  ['postgres://site:1@db.example.com/site?sslmode=verify-full', false],
  ['postgres://site:1@localhost/site', false],
  ['postgres://site:1@127.0.0.1/site', false],
  ['postgres://site:1@[::1]/site', false],
  [`postgres://site:1@${own.includes(':') ? `[${own}]` : own}/site`, false],
  ['postgres:///site', false],
  ['postgres://site@localhost/site?host=/var/run/postgresql.d', false],
  // A container of the same network.
  ['postgres://site:1@database/site', false],
])('whether others on the way can read the leads that are sent to %s: %s', (url, expected) => {
  vi.stubEnv('PGSSLMODE', undefined)
  expect(isExposed(url)).toBe(expected)
})

it('a database of another machine is not exposed when a variable of the driver asks for TLS and a check of the name', () => {
  vi.stubEnv('PGSSLMODE', 'verify-full')
  expect(isExposed('postgres://site:1@db.example.com/site')).toBe(false)
})
