import { postgres } from '../../support/database/database'
import type { WebhookReceiver } from '../../support/receiver/webhook-receiver'
import { startSite } from '../../support/site/site'
import { sendRaw } from '../../support/visitor/http'
import { leadPost, readForm } from '../../support/visitor/lead-post'
import { newClientAddress } from '../../support/visitor/visitor'
import { slowDatabase } from '../slow-database'

const limit = 120

/** Posts 200 leads at one moment to a new server whose PostgreSQL is 5 ms away. Returns a sentence if it sends too many. */
export async function sendBurst(receiver: WebhookReceiver): Promise<string[]> {
  const database = await postgres()
  const distant = await slowDatabase(database.url, 5)
  const env = { DATABASE_URL: distant.url, LEADS_PER_HOUR_TOTAL: String(limit) }
  const site = await startSite(receiver, env)
  const form = await readForm(site.url)
  receiver.reset()
  await Promise.all(
    Array.from({ length: 200 }, (_, i) => {
      const phone = `509559${String(i).padStart(4, '0')}`
      return sendRaw(site.url, leadPost(form, 'scripted', newClientAddress(), { phone }))
    }),
  )
  const ids = new Set(receiver.received.map(({ headers }) => headers['webhook-id']))
  await site.stop()
  await distant.stop()
  await database.stop()
  console.log(`200 leads at one moment with PostgreSQL 5 ms away: ${ids.size} sent`)
  return ids.size > limit
    ? [`A burst of leads: ${ids.size} were sent, and the limit is ${limit}`]
    : []
}
