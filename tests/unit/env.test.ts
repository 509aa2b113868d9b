import { beforeEach, expect, it, vi } from 'vitest'

async function load(variables: Record<string, string>) {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  vi.resetModules()
  return import('@/lib/env')
}

beforeEach(() => {
  for (const name of Object.keys(process.env))
    if (/^[A-Z_]+$/.test(name) && !['PATH', 'HOME', 'NODE_ENV'].includes(name))
      vi.stubEnv(name, undefined)
})

it('the environment may be empty', async () => {
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
  })
  expect(missingWebhooks()).toEqual(['BOOKING_WEBHOOK_URL', 'CALLBACK_WEBHOOK_URL'])
})

it('the environment keeps the origin of SITE_URL, and treats an empty value as unset', async () => {
  const { env } = await load({ SITE_URL: 'https://px.example/path/', CLIENT_ADDRESS: ' ' })
  const siteUrl = 'https://px.example'
  expect(env).toMatchObject({ siteUrl, siteUrlIsSet: true, clientAddress: 'direct' })
})

it('the environment has Vercel’s origin and client addresses on Vercel', async () => {
  const { env } = await load({ VERCEL: '1', VERCEL_PROJECT_PRODUCTION_URL: 'px.example' })
  const siteUrl = 'https://px.example'
  expect(env).toMatchObject({ siteUrl, clientAddress: 'vercel', journal: null })
})

it.each([
  ['SITE_URL', 'px.example', 'an http or https address'],
  ['CLIENT_ADDRESS', 'proxy:0', 'vercel, direct or proxy:N'],
  ['PRIVACY_URL', 'privacy.html', 'an http or https address'],
  ['SUPPORT_EMAIL', 'help', 'an email address such as'],
  ['SUPPORT_PHONE', '(509) 555-0199 ext. 2', 'a phone number of 10 to 15 digits such as'],
  ['DATABASE_URL', 'mysql://db', 'file:PATH or postgres://'],
  ['DATABASE_URL', 'file:', 'file:PATH or postgres://'],
  ['DATABASE_URL', 'postgres://site:pa$word#1@db.example.com/site', 'file:PATH or'],
  ['DATABASE_URL', 'postgres://site:12#1@db.example.com/site', 'file:PATH or'],
  ['LEADS_RETENTION_DAYS', '0', 'a number from 1 to 9999'],
  ['UNDELIVERED_RETENTION_DAYS', '0', 'a number from 1 to 9999'],
  ['LEADS_PER_HOUR', 'many', 'a number'],
  ['LEADS_PER_PHONE', '0', 'a number'],
  ['WEBHOOK_SECRET', 'whsec_a,b', 'whsec_ followed by base64'],
  [
    'WEBHOOK_BODY_EXTRAS',
    'consent,phone',
    'one or more of these, separated by commas: leadId, attribution, consent',
  ],
  ['CRON_SECRET', 'short', 'at least 16 characters'],
])('the environment rejects %s=%s with a message that names it', async (name, value, what) => {
  const message = new RegExp(`^${name} must (be|have) ${what}`)
  await expect(load({ [name]: value })).rejects.toThrow(message)
})

it.each([
  ['Bearer a secret of 16 letters', true],
  ['Bearer a secret of 16 letter', false],
  ['', false],
])('the environment takes "%s" as the cron secret: %s', async (authorization, expected) => {
  const { hasCronSecret } = await load({ CRON_SECRET: 'a secret of 16 letters' })
  const request = new Request('http://px.example/', { headers: { authorization } })
  expect(hasCronSecret(request)).toBe(expected)
})

it('the environment splits lists, and accepts phone numbers and addresses as they are written', async () => {
  const secret = `whsec_${btoa('a secret of 24 bytes, ok')}`
  const { env } = await load({
    WEBHOOK_SECRET: `${secret}, ${secret}`,
    WEBHOOK_BODY_EXTRAS: 'consent, leadId',
    SUPPORT_PHONE: '+1 (509) 555.0199',
    ALERT_WEBHOOK_URL: 'Https://hooks.example/a',
  })
  expect(env.webhookSecrets).toEqual([secret, secret])
  expect(env.bodyExtras).toEqual(['consent', 'leadId'])
  expect(env.alertWebhookUrl).toBe('https://hooks.example/a')
})

it('the environment reads webhook addresses on every call', async () => {
  const { webhookUrl } = await load({})
  expect(webhookUrl('booking')).toBeNull()
  vi.stubEnv('BOOKING_WEBHOOK_URL', ' Https://Hooks.Example/b?sig=%24x ')
  expect(webhookUrl('booking')).toBe('https://hooks.example/b?sig=%24x')
})

it('the environment has one webhook for both dialogs', async () => {
  const CALLBACK_WEBHOOK_URL = 'https://hooks.example/c'
  const { sendableKinds, webhookUrl } = await load({ CALLBACK_WEBHOOK_URL })
  expect(webhookUrl('see-ai-in-action')).toBe(CALLBACK_WEBHOOK_URL)
  expect(webhookUrl('call-our-ai')).toBe(CALLBACK_WEBHOOK_URL)
  expect(sendableKinds('CALLBACK_WEBHOOK_URL')).toEqual(['see-ai-in-action', 'call-our-ai'])
  expect(sendableKinds('BOOKING_WEBHOOK_URL')).toEqual([])
})

it.each(['secret-token-123', 'ftp://hooks.example', 'https://user:secret-token-123@hooks.example'])(
  'the environment rejects the webhook address %s without repeating it',
  async (value) => {
    const { missingWebhooks } = await load({ CALLBACK_WEBHOOK_URL: value })
    expect(() => missingWebhooks()).toThrow(
      /^CALLBACK_WEBHOOK_URL must be an http or https address without a password, such as https:\/\/example\.com\/hook$/,
    )
  },
)

it.each([
  'https://ok.example,https://secret-token-123.example',
  'https://ok.example\nhttps://secret-token-123.example',
])('the environment says what to do with several addresses: %j', async (value) => {
  const { missingWebhooks } = await load({ CALLBACK_WEBHOOK_URL: value })
  expect(() => missingWebhooks()).toThrow(
    /^CALLBACK_WEBHOOK_URL must be one address, and has a comma or a space\. Of several addresses, keep the one that leads should go to\. In an address, write a comma as %2C$/,
  )
})

it('puts the journal outside the folder of a standalone server, which the next build deletes', async () => {
  vi.spyOn(process, 'cwd').mockReturnValue('/srv/site/.next/standalone')
  expect((await load({})).env.journal).toBe('file:/srv/site/data/leads.db')
  expect((await load({ DATABASE_URL: 'file:own.db' })).env.journal).toBe('file:/srv/site/own.db')
  expect((await load({ DATABASE_URL: 'file:/var/own.db' })).env.journal).toBe('file:/var/own.db')
  expect((await load({ DATABASE_URL: 'postgres://db/x' })).env.journal).toBe('postgres://db/x')
})
