import { afterEach, expect, it, vi } from 'vitest'
import { schemaResolver } from '@/lib/leads/client/resolver'

afterEach(() => {
  vi.doUnmock('@/lib/leads/shared/schema')
  vi.resetModules()
})

const values = { name: 'R2D2', phone: '', businessName: 'Ruiz' }

async function errorsFor(names: string[], resolver = schemaResolver('call-our-ai')) {
  const options = { names, fields: {}, shouldUseNativeValidation: false } as const
  const { errors } = await resolver(values, undefined, options)
  return Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, error?.message]))
}

it('reports every error of a submitted form', async () => {
  expect(await errorsFor(['name', 'phone', 'businessName'])).toEqual({
    name: 'Invalid name format',
    phone: 'Phone Number is required',
  })
})

it('does not report that a field which was only left is empty', async () => {
  expect(await errorsFor(['phone'])).not.toHaveProperty('phone')
  expect(await errorsFor(['name'])).toHaveProperty('name')
})

it('reports nothing if the schema cannot be loaded: the server validates too', async () => {
  vi.resetModules()
  vi.doMock('@/lib/leads/shared/schema', () => {
    throw new Error('ChunkLoadError')
  })
  const fresh = await import('@/lib/leads/client/resolver')
  const resolver = fresh.schemaResolver('call-our-ai')
  expect(await errorsFor(['name', 'phone', 'businessName'], resolver)).toEqual({})
})
