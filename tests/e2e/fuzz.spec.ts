import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { attackSite } from '../support/attacks'
import { formatMegabytes } from '../support/figures'
import { post as postLead, readForm } from '../support/native-post'
import { root, startSite } from '../support/site'
import { expect, test } from '../support/test'

test('thousands of hostile requests are rejected, and the next lead is delivered', async ({
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

  const { rows, faults } = await attackSite(site.url, hidden, Object.values(secrets))
  console.table(rows)
  const sent = rows.reduce((total, { count }) => total + count, 0)
  const memoryAfter = await site.memory()
  console.log(
    `${sent} requests; memory: ${formatMegabytes(memoryBefore)} before, ${formatMegabytes(memoryAfter)} after`,
  )

  expect(faults).toEqual([])
  expect(sent).toBeGreaterThanOrEqual(2000)
  expect(memoryAfter - memoryBefore).toBeLessThan(25e6)
  for (const secret of Object.values(secrets)) expect(site.log).not.toContain(secret)
  expect(site.log).not.toMatch(/^\s+at .+:\d+:\d+/m)
  expect(buildFiles()).toEqual(before)

  receiver.reset()
  const entries = { name: 'Ana Ruiz', phone: '5095550147', businessName: 'Ruiz & Sons' }
  expect(await postLead(await readForm(site.url), entries)).toBe(true)
  expect(receiver.onlyBody.Phone).toBe(entries.phone)
  await site.stop()
})

/** Every file of the build with its size and time. A running server must not change them. */
function buildFiles(): string[] {
  return readdirSync(join(root, '.next'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name)
      const { size, mtimeMs } = statSync(path)
      return `${path} ${size} ${mtimeMs}`
    })
    .sort()
}
