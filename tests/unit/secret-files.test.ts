import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { captureLog } from '../support/in-process'

const names = ['CALLBACK_WEBHOOK_URL', 'BOOKING_WEBHOOK_URL', 'WEBHOOK_SECRET', 'CRON_SECRET']
const secret = (text: string) => `whsec_${btoa(text.padEnd(24, '.'))}`

let folder: string
let log: ReturnType<typeof captureLog>
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'secrets-'))
  log = captureLog()
  for (const name of [...names, 'DATABASE_URL', 'VERCEL', 'NEXT_PHASE']) {
    vi.stubEnv(name, undefined)
    vi.stubEnv(`${name}_FILE`, undefined)
  }
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Names a file of this content in a variable. */
function file(variable: string, text: string): string {
  const path = join(folder, variable)
  writeFileSync(path, text)
  vi.stubEnv(variable, path)
  return path
}

async function load() {
  vi.resetModules()
  return import('@/lib/env')
}

describe('a secret in a file', () => {
  it('is used like one in a variable, without the newline at its end', async () => {
    file('CALLBACK_WEBHOOK_URL_FILE', 'https://hooks.example/a\n')
    file('WEBHOOK_SECRET_FILE', `${secret('one')},${secret('two')}\r\n`)
    file('CRON_SECRET_FILE', 'a secret of sixteen letters\n')
    file('DATABASE_URL_FILE', 'postgres://leads:token-123@db/leads\n')
    const { checkSecretFiles, env, missingWebhooks, webhookUrl } = await load()
    checkSecretFiles()
    expect(webhookUrl('call-our-ai')).toBe('https://hooks.example/a')
    expect(missingWebhooks()).toEqual(['BOOKING_WEBHOOK_URL'])
    expect(env.webhookSecrets).toEqual([secret('one'), secret('two')])
    expect(env.cronSecret).toBe('a secret of sixteen letters')
    expect(env.journal).toBe('postgres://leads:token-123@db/leads')
    expect(log.text()).toBe('')
  })

  it('is read again when the file is written or replaced', async () => {
    const path = file('BOOKING_WEBHOOK_URL_FILE', 'https://hooks.example/one')
    const { webhookUrl } = await load()
    expect(webhookUrl('booking')).toBe('https://hooks.example/one')
    writeFileSync(path, 'https://hooks.example/two')
    expect(webhookUrl('booking')).toBe('https://hooks.example/two')
    writeFileSync(`${path}.new`, 'https://hooks.example/six')
    renameSync(`${path}.new`, path)
    expect(webhookUrl('booking')).toBe('https://hooks.example/six')
    const rotated = { event: 'rotated', variable: 'BOOKING_WEBHOOK_URL_FILE' }
    expect(log.events()).toMatchObject([rotated, rotated])
    expect(log.text()).not.toContain('hooks.example')
  })

  it('is read again when a link above it is replaced, as Kubernetes does', async () => {
    for (const version of ['one', 'two']) {
      mkdirSync(join(folder, version))
      writeFileSync(join(folder, version, 'secret'), secret(version))
    }
    symlinkSync('one', join(folder, '..data'))
    symlinkSync(join('..data', 'secret'), join(folder, 'secret'))
    vi.stubEnv('WEBHOOK_SECRET_FILE', join(folder, 'secret'))
    const { env } = await load()
    expect(env.webhookSecrets).toEqual([secret('one')])
    symlinkSync('two', join(folder, '..tmp'))
    renameSync(join(folder, '..tmp'), join(folder, '..data'))
    expect(env.webhookSecrets).toEqual([secret('two')])
  })

  it.each<[string, (path: string) => void, RegExp]>([
    ['a bad value', (path) => writeFileSync(path, 'token-123'), /names a file with a bad value/],
    [
      'two lines',
      (path) => writeFileSync(path, 'https://hooks.example/one\nhttps://token-123.example/two'),
      /must be one address/,
    ],
    ['nothing', (path) => writeFileSync(path, ''), /names an empty file/],
    ['no file', (path) => rmSync(path), /names a file that the user \w+ cannot read \(ENOENT\)/],
  ])(
    'keeps its last good value after %s, and says so without the value',
    async (_, spoil, sentence) => {
      const path = file('CALLBACK_WEBHOOK_URL_FILE', 'https://hooks.example/one')
      const { missingWebhooks, webhookUrl } = await load()
      expect(webhookUrl('call-our-ai')).toBe('https://hooks.example/one')
      spoil(path)
      expect(webhookUrl('call-our-ai')).toBe('https://hooks.example/one')
      expect(missingWebhooks()).not.toContain('CALLBACK_WEBHOOK_URL')
      expect(log.text()).not.toContain('token-123')
      const [warning, ...more] = log.warnings()
      expect(warning).toMatch(/^CALLBACK_WEBHOOK_URL_FILE .* its last good value stays/)
      expect(warning).toMatch(sentence)
      expect(more).toEqual([])
      // A part of the server that is loaded now has the same value.
      expect((await load()).webhookUrl('call-our-ai')).toBe('https://hooks.example/one')
      writeFileSync(path, 'https://hooks.example/two')
      expect(webhookUrl('call-our-ai')).toBe('https://hooks.example/two')
    },
  )

  it('with the database address is read once', async () => {
    const path = file('DATABASE_URL_FILE', 'postgres://db/one')
    expect((await load()).env.journal).toBe('postgres://db/one')
    writeFileSync(path, 'postgres://db/two')
    expect((await load()).env.journal).toBe('postgres://db/one')
  })

  it('is not read by a build, which may lack it', async () => {
    vi.stubEnv('NEXT_PHASE', 'phase-production-build')
    for (const name of [...names, 'DATABASE_URL']) vi.stubEnv(`${name}_FILE`, join(folder, 'none'))
    const { checkSecretFiles, env } = await load()
    checkSecretFiles()
    expect(env.journal).toBe('file:data/leads.db')
  })
})

it.each([...names, 'DATABASE_URL'])(
  'the start refuses %s beside its file, a missing, a bad and an empty file',
  async (name) => {
    const start = async () => (await load()).checkSecretFiles()
    vi.stubEnv(name, 'token-123')
    vi.stubEnv(`${name}_FILE`, '/run/secrets/token-123')
    await expect(start()).rejects.toThrow(
      new RegExp(`^${name} and ${name}_FILE are both set: remove one$`),
    )
    vi.stubEnv(name, undefined)
    const refused = (sentence: string) =>
      expect(start()).rejects.toThrow(new RegExp(`^${name}_FILE names ${sentence}$`))
    vi.stubEnv(`${name}_FILE`, join(folder, 'token-123'))
    await refused('a file that the user \\w+ cannot read \\(ENOENT\\)')
    file(`${name}_FILE`, 'token-123')
    await refused(`a file with a bad value \\(${name} must (?!.*token-123).*\\)`)
    file(`${name}_FILE`, '\n')
    await refused('an empty file')
  },
)
