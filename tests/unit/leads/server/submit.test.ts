import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { socketAddressHeader } from '@/lib/leads/server/client-address'
import { type Database, sqlite } from '../../../support/database'

let database: Database
let submit: typeof import('@/lib/leads/server/submit').submit
let getJournal: typeof import('@/lib/leads/server/journal/journal').getJournal
beforeEach(async () => {
  database = sqlite()
  vi.stubEnv('VERCEL', undefined)
  vi.stubEnv('DATABASE_URL', database.url)
  vi.stubEnv('CALLBACK_WEBHOOK_URL', undefined)
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  // The environment is parsed when its module is loaded.
  vi.resetModules()
  Reflect.deleteProperty(globalThis, Symbol.for('plumbing-xperience'))
  ;({ submit } = await import('@/lib/leads/server/submit'))
  ;({ getJournal } = await import('@/lib/leads/server/journal/journal'))
})
afterEach(async () => {
  await getJournal()?.close()
  await database.stop()
})

function request(change: Record<string, string> = {}, address = '10.0.0.1') {
  const form = new FormData()
  const entries = { name: 'Ana Ruiz', phone: '5095550147', businessName: 'Ruiz', ...change }
  for (const [name, value] of Object.entries(entries)) form.set(name, value)
  return submit('call-our-ai', form, new Headers({ [socketAddressHeader]: address }))
}

const invalid = { status: 'invalid', fields: { name: 'Invalid name format' } }

describe('the server', () => {
  it('checks the rate limit before it validates', async () => {
    expect(await request()).toEqual({ status: 'accepted' })
    expect(await request({ name: 'R2D2' })).toEqual({ status: 'too-fast' })
    expect(await request({ name: 'R2D2' }, '10.0.0.2')).toEqual(invalid)
  })

  it('lets a visitor correct an invalid form at once', async () => {
    expect(await request({ name: 'R2D2' })).toEqual(invalid)
    expect(await request()).toEqual({ status: 'accepted' })
  })
})
