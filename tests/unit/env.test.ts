import { beforeEach, describe, expect, it, vi } from 'vitest'

async function load(variables: Record<string, string>) {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  vi.resetModules()
  return import('@/lib/env')
}

describe('the environment', () => {
  beforeEach(() => {
    for (const name of Object.keys(process.env))
      if (/^[A-Z_]+$/.test(name) && !['PATH', 'HOME', 'NODE_ENV'].includes(name))
        vi.stubEnv(name, undefined)
  })

  it('may be empty', async () => {
    const { env, missingWebhooks } = await load({})
    expect(env).toEqual({
      siteUrl: 'http://localhost:3000',
      siteUrlIsSet: false,
      clientAddress: 'direct',
      privacyUrl: undefined,
      journal: 'file:data/leads.db',
      onVercel: false,
      retentionDays: 30,
      undeliveredRetentionDays: 180,
      leadsPerHour: 300,
      leadsPerPhone: 5,
      webhookSecrets: [],
      bodyExtras: [],
      cronSecret: undefined,
      tracing: false,
    })
    expect(missingWebhooks()).toEqual(['BOOKING_WEBHOOK_URL', 'CALLBACK_WEBHOOK_URL'])
  })

  it('treats an empty value as unset', async () => {
    const { env } = await load({ SITE_URL: '', CLIENT_ADDRESS: ' ' })
    expect(env.clientAddress).toBe('direct')
  })

  it('keeps the origin of SITE_URL', async () => {
    expect((await load({ SITE_URL: 'https://px.example/path/' })).env).toMatchObject({
      siteUrl: 'https://px.example',
      siteUrlIsSet: true,
    })
  })

  it('has Vercel’s origin and client addresses on Vercel', async () => {
    const { env } = await load({ VERCEL: '1', VERCEL_PROJECT_PRODUCTION_URL: 'px.example' })
    expect(env).toMatchObject({
      siteUrl: 'https://px.example',
      siteUrlIsSet: true,
      clientAddress: 'vercel',
      journal: null,
    })
  })

  it.each([
    ['SITE_URL', 'px.example', 'an http or https address'],
    ['SITE_URL', 'ftp://px.example', 'an http or https address'],
    ['CLIENT_ADDRESS', 'proxy:0', 'vercel, direct or proxy:N'],
    ['CLIENT_ADDRESS', 'nginx', 'vercel, direct or proxy:N'],
    ['PRIVACY_URL', 'privacy.html', 'an http or https address'],
    ['SUPPORT_EMAIL', 'help', 'an email address such as'],
    ['SUPPORT_PHONE', '555-0199', 'a phone number of 10 to 15 digits such as'],
    ['SUPPORT_PHONE', '(509) 555-0199 ext. 2', 'a phone number'],
    ['DATABASE_URL', 'mysql://db', 'file:PATH or postgres://'],
    ['LEADS_RETENTION_DAYS', '0', 'a number from 1 to 9999'],
    ['UNDELIVERED_RETENTION_DAYS', '0', 'a number from 1 to 9999'],
    ['LEADS_PER_HOUR', 'many', 'a number'],
    ['LEADS_PER_PHONE', '0', 'a number'],
    ['WEBHOOK_SECRET', 'whsec_a,b', 'whsec_ followed by base64'],
    [
      'WEBHOOK_BODY_EXTRAS',
      'consent,phone',
      'one or more of these, separated by commas: submissionId, attribution, consent',
    ],
  ])('rejects %s=%s with a message that names it', async (name, value, what) => {
    await expect(load({ [name]: value })).rejects.toThrow(`${name} must be ${what}`)
  })

  it('rejects a short secret of the cron job', async () => {
    const sentence = 'CRON_SECRET must have at least 16 characters'
    await expect(load({ CRON_SECRET: 'short' })).rejects.toThrow(sentence)
  })

  it.each(['(509) 555-0199', '509.555.0199', '+1 509-555-0199'])(
    'accepts the support phone number %s',
    async (SUPPORT_PHONE) => {
      await expect(load({ SUPPORT_PHONE })).resolves.toBeDefined()
    },
  )

  it('splits lists', async () => {
    const secret = `whsec_${btoa('a secret of 24 bytes, ok')}`
    const { env } = await load({
      WEBHOOK_SECRET: `${secret}, ${secret}`,
      WEBHOOK_BODY_EXTRAS: 'consent, submissionId',
    })
    expect(env.webhookSecrets).toEqual([secret, secret])
    expect(env.bodyExtras).toEqual(['consent', 'submissionId'])
  })

  it('reads webhook addresses on every call', async () => {
    const { webhookUrl } = await load({})
    expect(webhookUrl('booking')).toBeNull()
    vi.stubEnv('BOOKING_WEBHOOK_URL', 'https://hooks.example/a')
    expect(webhookUrl('booking')).toBe('https://hooks.example/a')
    vi.stubEnv('BOOKING_WEBHOOK_URL', ' Https://Hooks.Example/b?sig=%24x ')
    expect(webhookUrl('booking')).toBe('https://hooks.example/b?sig=%24x')
  })

  it('writes the scheme of the address for alerts in lower case', async () => {
    const { env } = await load({ ALERT_WEBHOOK_URL: 'Https://hooks.example/a' })
    expect(env.alertWebhookUrl).toBe('https://hooks.example/a')
  })

  it('has one webhook for both dialogs', async () => {
    const { sendableKinds, webhookUrl } = await load({
      CALLBACK_WEBHOOK_URL: 'https://hooks.example/c',
    })
    expect(webhookUrl('see-ai-in-action')).toBe('https://hooks.example/c')
    expect(webhookUrl('call-our-ai')).toBe('https://hooks.example/c')
    expect(sendableKinds('CALLBACK_WEBHOOK_URL')).toEqual(['see-ai-in-action', 'call-our-ai'])
    expect(sendableKinds('BOOKING_WEBHOOK_URL')).toEqual([])
  })

  it.each([
    'secret-token-123',
    '?sig=secret-token-123',
    'https://',
    'ftp://hooks.example',
    'https://user:secret-token-123@hooks.example',
  ])('rejects the webhook address %s without repeating it', async (value) => {
    const { missingWebhooks } = await load({ CALLBACK_WEBHOOK_URL: value })
    expect(() => missingWebhooks()).toThrow(
      /^CALLBACK_WEBHOOK_URL must be an http or https address without a password, such as https:\/\/example\.com\/hook$/,
    )
  })

  it.each([
    'https://ok.example,https://secret-token-123.example',
    'https://ok.example\nhttps://secret-token-123.example',
  ])('says what to do with several addresses: %j', async (value) => {
    const { missingWebhooks } = await load({ CALLBACK_WEBHOOK_URL: value })
    expect(() => missingWebhooks()).toThrow(
      /^CALLBACK_WEBHOOK_URL must be one address, and has a comma or a space\. Of several addresses, keep the one that leads should go to\. In an address, write a comma as %2C$/,
    )
  })
})

it('puts the journal outside the folder of a standalone server, which the next build deletes', async () => {
  vi.spyOn(process, 'cwd').mockReturnValue('/srv/site/.next/standalone')
  expect((await load({})).env.journal).toBe('file:/srv/site/data/leads.db')
  expect((await load({ DATABASE_URL: 'file:own.db' })).env.journal).toBe('file:/srv/site/own.db')
  expect((await load({ DATABASE_URL: 'file:/var/own.db' })).env.journal).toBe('file:/var/own.db')
  expect((await load({ DATABASE_URL: 'postgres://db/x' })).env.journal).toBe('postgres://db/x')
})
