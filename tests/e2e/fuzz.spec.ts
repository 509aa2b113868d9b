import { statSync } from 'node:fs'
import { join } from 'node:path'
import { attackSite } from '../support/attacker/attacks'
import { expect, test } from '../support/browser/test'
import { filesIn } from '../support/process/files'
import { root, startSite } from '../support/site/site'
import { post as postLead, readForm } from '../support/visitor/native-post'

for (const { amount, ofEachKind, least, tag } of [
  { amount: 'fifty', ofEachKind: 2, least: 45, tag: [] },
  { amount: 'thousands of', ofEachKind: undefined, least: 2000, tag: '@deep' },
])
  test(`${amount} hostile requests are rejected, and the next lead is delivered`, { tag }, async ({
    receiver,
  }) => {
    test.setTimeout(600_000)
    const secrets = {
      CALLBACK_WEBHOOK_URL: receiver.url('/secret-of-the-callback'),
      BOOKING_WEBHOOK_URL: receiver.url('/secret-of-the-booking'),
      WEBHOOK_SECRET: `whsec_${btoa('the secret of the signature')}`,
      CRON_SECRET: 'the secret of the cron',
    }
    const site = await startSite(receiver, secrets)
    const { hidden } = await readForm(site.url)
    const before = buildFiles()
    const memoryBefore = await site.memory()

    const options = { secrets: Object.values(secrets), ofEachKind }
    const { count, faults } = await attackSite(site.url, hidden, options)

    expect(faults).toEqual([])
    expect(count).toBeGreaterThanOrEqual(least)
    expect((await site.memory()) - memoryBefore).toBeLessThan(25e6)
    for (const secret of Object.values(secrets)) expect(site.log).not.toContain(secret)
    expect(buildFiles()).toEqual(before)

    receiver.reset()
    const entries = { name: 'Ana Ruiz', phone: '5095550147', businessName: 'Ruiz & Sons' }
    expect(await postLead(await readForm(site.url), entries)).toBe(true)
    expect(receiver.onlyBody).toMatchObject({ Name: 'Ana Ruiz', Company: 'Ruiz & Sons' })
    await site.stop()
  })

/** Every file of the build with its size and time. A running server must not change them. */
function buildFiles(): string[] {
  return filesIn(join(root, '.next'))
    .map((path) => {
      const { size, mtimeMs } = statSync(path)
      return `${path} ${size} ${mtimeMs}`
    })
    .sort()
}
