import { rmSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { schema, secretNames, webhookNames } from '@/lib/server/env'
import { temporaryFolder } from '../../support/process/files'

async function load(variables: Record<string, string>) {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  vi.resetModules()
  return import('@/lib/server/env')
}

beforeEach(() => {
  for (const name of Object.keys(process.env))
    if (/^[A-Z_]+$/.test(name) && !['PATH', 'HOME', 'NODE_ENV'].includes(name))
      vi.stubEnv(name, undefined)
})

/** Numbers stand in the schema. docs/configuration.md has them, which tests/unit/readme.test.ts compares. */
const defaults = schema.parse({})

const empty = {
  siteUrl: 'http://localhost:3000',
  siteUrlIsSet: false,
  clientAddress: 'direct',
  webhookUrls: Object.fromEntries(webhookNames.map((name) => [name, undefined])),
  alertWebhookUrl: undefined,
  digest: true,
  journal: `file:${join(process.cwd(), 'data/leads.db')}`,
  journalFile: join(process.cwd(), 'data/leads.db'),
  onVercel: false,
  retentionDays: defaults.LEADS_RETENTION_DAYS,
  undeliveredRetentionDays: defaults.UNDELIVERED_RETENTION_DAYS,
  consentRetentionDays: defaults.CONSENT_RETENTION_DAYS,
  leadsPerHour: defaults.LEADS_PER_HOUR,
  leadsPerHourTotal: defaults.LEADS_PER_HOUR_TOTAL,
  leadsPerPhone: defaults.LEADS_PER_PHONE,
  webhookSecrets: [],
  bodyExtras: [],
  cronSecret: undefined,
}

it('without SITE_URL, the address of the site has the port of the server', async () => {
  expect((await load({ PORT: '8080' })).env.siteUrl).toBe('http://localhost:8080')
})

it('the environment may be empty', async () => {
  expect((await load({})).env).toStrictEqual(empty)
})

it('the environment keeps the origin of SITE_URL, and treats an empty value as unset', async () => {
  const { env } = await load({ SITE_URL: 'https://px.example/path/', CLIENT_ADDRESS: ' ' })
  expect(env).toEqual({ ...empty, siteUrl: 'https://px.example', siteUrlIsSet: true })
})

it('the environment has Vercel’s origin and client addresses on Vercel', async () => {
  const { env } = await load({ VERCEL: '1', VERCEL_PROJECT_PRODUCTION_URL: 'px.example' })
  expect(env).toEqual({
    ...empty,
    siteUrl: 'https://px.example',
    siteUrlIsSet: true,
    clientAddress: 'vercel',
    journal: null,
    journalFile: null,
    onVercel: true,
  })
})

it('a file is no database on Vercel, and the message says why', async () => {
  const loading = load({ VERCEL: '1', DATABASE_URL: 'file:data/leads.db' })
  await expect(loading).rejects.toThrow(
    'DATABASE_URL must be postgres://USER:PASSWORD@HOST/NAME?sslmode=verify-full on Vercel, because files do not last there',
  )
})

it.each([
  ['SITE_URL', 'px.example', 'an http or https address'],
  ['CLIENT_ADDRESS', 'proxy:0', 'vercel, direct or proxy:N'],
  ['PRIVACY_URL', 'privacy.html', 'an http or https address'],
  ['TERMS_URL', '/terms', 'an http or https address'],
  ['SUPPORT_EMAIL', 'help', 'an email address such as'],
  ['SUPPORT_PHONE', '(509) 555-0199 ext. 2', 'a phone number of 10 to 15 digits such as'],
  ['DEMO_PHONE', '555-0147', 'a phone number of 10 to 15 digits such as'],
  ['DATABASE_URL', 'mysql://db', 'file:PATH or postgres://'],
  ['DATABASE_URL', 'file:', 'file:PATH or postgres://'],
  ['DATABASE_URL', 'postgres://site:pa$word#1@db.example.com/site', 'file:PATH or'],
  ['DATABASE_URL', 'postgres://site:12#1@db.example.com/site', 'file:PATH or'],
  ['LEADS_RETENTION_DAYS', '0', 'a number from 1 to 9999'],
  ['UNDELIVERED_RETENTION_DAYS', '0', 'a number from 1 to 9999'],
  ['CONSENT_RETENTION_DAYS', '0', 'a number from 1 to 9999'],
  ['DIGEST', 'no', 'on or off'],
  ['LEADS_PER_HOUR', 'many', 'a number'],
  ['LEADS_PER_HOUR_TOTAL', '-1', 'a number'],
  ['LEADS_PER_PHONE', '0', 'a number'],
  ['WEBHOOK_SECRET', 'whsec_a,b', 'whsec_ followed by base64'],
  [
    'WEBHOOK_BODY_EXTRAS',
    'consent,phone',
    'one or more of these, separated by commas: leadId, attribution, consent',
  ],
  ['CALLBACK_WEBHOOK_URL', 'secret-token-123', 'one http or https address without a password'],
  ['CALLBACK_WEBHOOK_URL', 'ftp://hooks.example', 'one http or https address without a password'],
  [
    'CALLBACK_WEBHOOK_URL',
    'https://me:secret-token-123@a.example',
    'one http or https address without',
  ],
  [
    'CALLBACK_WEBHOOK_URL',
    'https://a.example,https://b.example',
    'one http or https address without a password, comma',
  ],
  [
    'CALLBACK_WEBHOOK_URL',
    'https://a.example\nhttps://b.example',
    'one http or https address without a password, comma',
  ],
  ['CRON_SECRET', 'short', 'at least 16 characters'],
  ['NEXT_SERVER_ACTIONS_ENCRYPTION_KEY', 'abc', '32 bytes in base64, as openssl'],
  ['NEXT_SERVER_ACTIONS_ENCRYPTION_KEY', `${btoa('x'.repeat(32))}!`, '32 bytes in base64'],
])('the environment rejects %s=%s with a message that names it', async (name, value, what) => {
  const message = new RegExp(`^${name} must (be|have) ${what}(?![^]*secret-token)`)
  await expect(load({ [name]: value })).rejects.toThrow(message)
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

it.each(['sunday', 'sat;sun', '2026-02-29', '02-30', '11/26', '2026-1-1'])(
  'the environment rejects CLOSED_DAYS with %s, and names it',
  async (value) => {
    const meaning =
      'must be weekdays such as sat, dates such as 2026-11-26, or yearly dates such as 12-25, separated by commas'
    await expect(load({ CLOSED_DAYS: `sat,${value}` })).rejects.toThrow(
      new RegExp(`^CLOSED_DAYS ${meaning}, and "${value}" is none of these$`),
    )
  },
)

it('the environment accepts closed days if a day of the coming year stays open', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T20:00:00Z') })
  onTestFinished(() => void vi.useRealTimers())
  await load({ CLOSED_DAYS: 'Sat, sun,2026-11-26, 12-25, 02-29,2020-01-01,' })
  await load({ CLOSED_DAYS: 'mon,tue,wed,thu,fri,sat' })
  const none = /^CLOSED_DAYS must leave at least one day of the coming year open$/
  await expect(load({ CLOSED_DAYS: 'mon,tue,wed,thu,fri,sat,sun' })).rejects.toThrow(none)
  const wednesdays = Array.from({ length: 52 }, (_, week) =>
    new Date(Date.parse('2026-12-02') + week * 7 * 86_400_000).toISOString().slice(0, 10),
  )
  const others = 'mon,tue,thu,fri,sat,sun'
  await load({ CLOSED_DAYS: `${others},${wednesdays.slice(1)}` })
  await expect(load({ CLOSED_DAYS: `${others},${wednesdays}` })).rejects.toThrow(none)
})

it('the environment checks the settings that the pages of the build have', async () => {
  const settings = { ...(await import('@/lib/page/settings')), supportEmail: 'help' }
  vi.doMock('@/lib/page/settings', () => settings)
  onTestFinished(() => vi.doUnmock('@/lib/page/settings'))
  const loading = load({ SUPPORT_EMAIL: 'help@px.example' })
  await expect(loading).rejects.toThrow(
    /^SUPPORT_EMAIL must be an email address such as help@example\.com$/,
  )
  // Without the white space around it, as next.config.mjs writes it into the build.
  settings.supportEmail = ' help@px.example '
  await load({ SUPPORT_EMAIL: 'help' })
})

it('the environment has webhook addresses as they are sent', async () => {
  const { env } = await load({ BOOKING_WEBHOOK_URL: ' Https://Hooks.Example/b?sig=%24x ' })
  expect(env.webhookUrls).toEqual({ BOOKING_WEBHOOK_URL: 'https://hooks.example/b?sig=%24x' })
})

it('puts the journal outside the folder of a standalone server, which the next build deletes', async () => {
  vi.spyOn(process, 'cwd').mockReturnValue('/srv/site/.next/standalone')
  expect((await load({})).env.journal).toBe('file:/srv/site/data/leads.db')
  expect((await load({ DATABASE_URL: 'file:own.db' })).env.journal).toBe('file:/srv/site/own.db')
  expect((await load({ DATABASE_URL: 'file:/var/own.db' })).env.journal).toBe('file:/var/own.db')
  expect((await load({ DATABASE_URL: 'postgres://db/x' })).env.journal).toBe('postgres://db/x')
})

describe('a secret in a file', () => {
  /** Names a file of this content in a variable. */
  function file(variable: string, text: string): string {
    const path = join(temporaryFolder('secrets'), 'secret')
    writeFileSync(path, text)
    vi.stubEnv(variable, path)
    return path
  }

  it('is used like one in a variable, without the newline at its end', async () => {
    const secret = `whsec_${btoa('a secret of 24 bytes, ok')}`
    file('CALLBACK_WEBHOOK_URL_FILE', 'https://hooks.example/a\n')
    file('WEBHOOK_SECRET_FILE', `${secret},${secret}\r\n`)
    file('CRON_SECRET_FILE', 'a secret of sixteen letters\n')
    file('DATABASE_URL_FILE', 'postgres://leads:token-123@db/leads\n')
    file('ALERT_WEBHOOK_URL_FILE', 'https://hooks.example/alerts\n')
    expect((await load({})).env).toEqual({
      ...empty,
      alertWebhookUrl: 'https://hooks.example/alerts',
      webhookUrls: { CALLBACK_WEBHOOK_URL: 'https://hooks.example/a' },
      webhookSecrets: [secret, secret],
      cronSecret: 'a secret of sixteen letters',
      journal: 'postgres://leads:token-123@db/leads',
      journalFile: null,
    })
  })

  it('is read once, so that every part of a server has the value of its start', async () => {
    const path = file('BOOKING_WEBHOOK_URL_FILE', 'https://hooks.example/one')
    const addressOfNextPart = async () => (await load({})).env.webhookUrls.BOOKING_WEBHOOK_URL
    expect(await addressOfNextPart()).toBe('https://hooks.example/one')
    writeFileSync(path, 'https://hooks.example/two')
    expect(await addressOfNextPart()).toBe('https://hooks.example/one')
    rmSync(path)
    expect(await addressOfNextPart()).toBe('https://hooks.example/one')
  })

  it('is not read by a build, which may lack it', async () => {
    const files = secretNames.map((name) => [`${name}_FILE`, '/run/secrets/none'])
    const { env } = await load({
      NEXT_PHASE: 'phase-production-build',
      ...Object.fromEntries(files),
    })
    expect(env).toEqual(empty)
  })

  it.each(secretNames)(
    'stops the start if %s is set too, and if the file is missing, empty, or invalid',
    async (name) => {
      const refused = (sentence: string) =>
        expect(load({})).rejects.toThrow(new RegExp(`^${sentence}$`))
      vi.stubEnv(name, 'token-123')
      vi.stubEnv(`${name}_FILE`, '/run/secrets/token-123')
      await refused(`${name} and ${name}_FILE are both set: remove one`)
      vi.stubEnv(name, undefined)
      await refused(
        `${name}_FILE names a file that the user ${userInfo().username} cannot read \\(ENOENT\\)`,
      )
      file(`${name}_FILE`, '\n')
      await refused(`${name}_FILE names an empty file`)
      file(`${name}_FILE`, 'token-123')
      await refused(
        `${name}_FILE names a file with a bad value \\(${name} must (?!.*token-123).*\\)`,
      )
    },
  )
})
