import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { paths } from '../../lib/pages.mjs'
import { expect, test } from '../support/browser/test'
import { filesIn } from '../support/process/files'
import { actionKey, canaries, otherBuild, publicValues } from '../support/site/other-build'
import { Site } from '../support/site/site'
import {
  multipart,
  multipartType,
  type RawRequest,
  rawRequest,
  sendRaw,
} from '../support/visitor/http'
import { actionIdOf, leadRequest, readForm } from '../support/visitor/lead-post'
import { newClientAddress } from '../support/visitor/visitor'

/** What a browser can fetch, and what the server logs, without webhook addresses and other secrets. */

test.describe('no secret', { tag: ['@deep', '@other-build'] }, () => {
  const secrets = Object.entries({
    ...canaries,
    NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: actionKey(),
  })
    .filter(([name]) => !['WEBHOOK_BODY_EXTRAS', 'CLIENT_ADDRESS'].includes(name))
    .flatMap(([name, value]) => [
      [name, value] as const,
      [`${name}, a part`, longestPart(value)] as const,
    ])

  test('of the build is in a file that a browser can fetch', () => {
    const pages = filesIn(join(otherBuild, '.next/server/app')).filter((file) =>
      /\.(html|rsc|body|meta)$/.test(file),
    )
    const statics = filesIn(join(otherBuild, '.next/static'))
    expect(pages.length).toBeGreaterThan(5)
    expect(statics.length).toBeGreaterThan(5)
    const text = [...pages, ...statics].map((file) => readFileSync(file, 'latin1')).join('\n')
    for (const name of ['SITE_URL', 'PRIVACY_URL', 'TERMS_URL', 'CLOSED_DAYS'] as const)
      expect(text).toContain(publicValues[name])
    for (const [name, value] of secrets) expect(text.includes(value), name).toBe(false)
    for (const name of Object.keys(canaries)) expect(text.includes(name), name).toBe(false)
  })

  test('of a running server is in a response or in the log, whatever fails', async () => {
    const site = await Site.start(
      { ...canaries, LEADS_PER_HOUR: '739173', CLIENT_ADDRESS: 'proxy:1' },
      otherBuild,
    )
    const form = await readForm(site.url)
    const action = { 'next-action': actionIdOf(form.hidden) }
    const addresses = [...paths, '/nowhere', '/api/health', '/api/leads/redeliver']
    const visits = [{}, { rsc: '1' }, { authorization: `Bearer ${canaries.CRON_SECRET}` }]
    const bodies = [
      leadRequest(form.hidden, 'native', '').body,
      leadRequest(form.hidden, 'scripted', '').body,
      multipart([['0', '["$F1"]']]),
      'nonsense',
    ]
    const requests: RawRequest[] = [
      ...addresses.flatMap((path) => visits.map((headers) => ({ method: 'GET', path, headers }))),
      ...bodies.flatMap((body) =>
        [{}, action, { 'next-action': 'f'.repeat(42) }].map((headers) => ({
          headers: { ...multipartType, ...headers, 'x-forwarded-for': newClientAddress() },
          body,
        })),
      ),
    ]
    const responses = await Promise.all(
      requests.map((each) => sendRaw(site.url, rawRequest(site.url, each))),
    )
    await site.stop()
    const statuses = responses.map(({ status }) => status)
    for (const status of [200, 400, 404]) expect(statuses).toContain(status)
    const text = `${responses.map(({ head, body }) => head + body).join('\n')}\n${site.log}`
    expect(site.log).toContain('journal fault')
    for (const [name, value] of secrets) expect(text.includes(value), name).toBe(false)
  })
})

/** Finds a secret that appears without its prefix or host. */
function longestPart(secret: string): string {
  return secret
    .split(/[/_:@]+/)
    .reduce((longest, part) => (part.length > longest.length ? part : longest))
}
