import { beforeEach, describe, expect, it, vi } from 'vitest'

async function load(variables: Record<string, string>) {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  vi.resetModules()
  return import('@/lib/env')
}

describe('the environment', () => {
  beforeEach(() => {
    for (const name of [
      'SITE_URL',
      'CLIENT_ADDRESS',
      'PRIVACY_URL',
      'CALLBACK_WEBHOOK_URL',
      'BOOKING_WEBHOOK_URL',
      'VERCEL',
    ])
      vi.stubEnv(name, undefined)
  })

  it('may be empty', async () => {
    const { env, missingWebhooks } = await load({})
    expect(env).toEqual({
      siteUrl: 'http://localhost:3000',
      clientAddress: 'direct',
      privacyUrl: undefined,
    })
    expect(missingWebhooks()).toEqual([
      'BOOKING_WEBHOOK_URL is not set: its leads cannot be delivered',
      'CALLBACK_WEBHOOK_URL is not set: its leads cannot be delivered',
    ])
  })

  it('takes an empty value for none', async () => {
    const { env } = await load({ SITE_URL: '', CLIENT_ADDRESS: ' ' })
    expect(env.clientAddress).toBe('direct')
  })

  it('keeps the origin of SITE_URL', async () => {
    expect((await load({ SITE_URL: 'https://px.example/path/' })).env.siteUrl).toBe(
      'https://px.example',
    )
  })

  it('knows its own address and its visitors’ on Vercel', async () => {
    const { env } = await load({ VERCEL: '1', VERCEL_PROJECT_PRODUCTION_URL: 'px.example' })
    expect(env).toMatchObject({ siteUrl: 'https://px.example', clientAddress: 'vercel' })
  })

  it.each([
    ['SITE_URL', 'px.example', 'SITE_URL must be an http or https address'],
    ['SITE_URL', 'ftp://px.example', 'SITE_URL must be an http or https address'],
    ['CLIENT_ADDRESS', 'proxy:0', 'CLIENT_ADDRESS must be vercel, direct or proxy:N'],
    ['CLIENT_ADDRESS', 'nginx', 'CLIENT_ADDRESS must be vercel, direct or proxy:N'],
    ['PRIVACY_URL', 'privacy.html', 'PRIVACY_URL must be an http or https address'],
  ])('with %s=%s is refused by name', async (name, value, sentence) => {
    await expect(load({ [name]: value })).rejects.toThrow(sentence)
  })

  it('reads webhook addresses when they are asked for', async () => {
    const { webhookUrl } = await load({})
    expect(webhookUrl('booking')).toBeUndefined()
    vi.stubEnv('BOOKING_WEBHOOK_URL', 'https://hooks.example/a')
    expect(webhookUrl('booking')).toBe('https://hooks.example/a')
    vi.stubEnv('BOOKING_WEBHOOK_URL', 'https://hooks.example/b')
    expect(webhookUrl('booking')).toBe('https://hooks.example/b')
  })

  it('sends both dialogs to one webhook', async () => {
    const { webhookUrl } = await load({ CALLBACK_WEBHOOK_URL: 'https://hooks.example/c' })
    expect(webhookUrl('see-ai-in-action')).toBe('https://hooks.example/c')
    expect(webhookUrl('call-our-ai')).toBe('https://hooks.example/c')
  })

  it('refuses a webhook address of another kind without repeating it', async () => {
    const { missingWebhooks } = await load({ CALLBACK_WEBHOOK_URL: 'secret-token-123' })
    expect(() => missingWebhooks()).toThrow(
      /^CALLBACK_WEBHOOK_URL must be an http or https address$/,
    )
  })
})
