import 'server-only'
import { watchServer } from '@/lib/http/node-server'
import { getJournal } from '@/lib/leads'
import { missingWebhooks, trialWebhooks } from '@/lib/leads/send'
import { isExposed } from '@/lib/leads/store/postgres'
import { hasLeads, isSameFile } from '@/lib/leads/store/sqlite'
import { privacyUrl, supportEmail, supportPhone } from '@/lib/page/settings'
import { env } from '@/lib/server/env'
import { faultOf, isTerminal, log, OpsError, warn } from '@/lib/server/log'
import { startBackground } from './background'
import { causeOf, knownCauseOf } from './conditions'

const isSelfHosted = process.env.NODE_ENV === 'production' && !env.onVercel

/** Prepares a server before its first request. Throws when it cannot start. */
export async function start(): Promise<void> {
  // The reader of the log may disconnect. Node would report that to the same log, which would fail again, without end.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  if (isSelfHosted) watchServer()
  warnAboutSettings()
  if (env.onVercel) return
  await checkJournal()
  warnAboutDefaultFile()
  startBackground()
  if (!isSelfHosted) return
  // Next.js has set PORT to the port on which it listens.
  const { HOSTNAME, PORT } = process.env
  // The last line that a person sees is an address to open.
  if (isTerminal()) process.stdout.write(`\nhttp://${HOSTNAME || 'localhost'}:${PORT}\n\n`)
  else log('listening', { on: `http://${HOSTNAME || '0.0.0.0'}:${PORT}` })
}

function warnAboutSettings(): void {
  if (!env.journal)
    warn(
      'No journal: files on this host do not last. Set DATABASE_URL=postgres://…?sslmode=verify-full to keep leads whose webhook fails',
    )
  if (env.journal && !env.journalFile && isExposed(env.journal))
    warn(
      'DATABASE_URL names a database on another machine without sslmode=verify-full, so others on the way can read the leads. End it with ?sslmode=verify-full',
    )
  if (env.onVercel && !env.cronSecret)
    warn(
      'CRON_SECRET is not set: the cron job is refused, so old leads are not deleted, and waiting leads are sent only after other requests. Set it',
    )
  for (const name of trialWebhooks())
    warn(
      `${name} is a test address of n8n, which takes one request and then answers 404. Set the production address`,
    )
  const unset = unsetSettings()
  if (unset.length > 0)
    warn(
      `These settings are not set, and a site in production needs them: ${unset.join(', ')}. docs/configuration.md says what each is for`,
    )
  // next.config.mjs replaces this expression by a value, but not a destructured one. Vercel builds and runs with the same settings.
  const built = process.env.BUILT_SITE_URL
  const isOfBuild =
    built === undefined || env.onVercel || (built && new URL(built).origin) === env.siteUrl
  if (env.siteUrlIsSet && !isOfBuild)
    warn(
      `SITE_URL is ${env.siteUrl}, but the pages were built ${built ? `for ${new URL(built).origin}` : 'without it'}: canonical addresses, the sitemap and structured data are those of the build. Build again`,
    )
}

/** What a site needs in production and does not have. */
function unsetSettings(): string[] {
  const needed: [name: string, isSet: boolean][] = [
    ['ALERT_WEBHOOK_URL', Boolean(env.alertWebhookUrl)],
    ['SITE_URL', env.siteUrlIsSet],
    ['PRIVACY_URL', Boolean(privacyUrl)],
    ['SUPPORT_EMAIL or SUPPORT_PHONE', Boolean(supportEmail || supportPhone)],
  ]
  const unset = needed.flatMap(([name, isSet]) => (isSet ? [] : name))
  return [...missingWebhooks(), ...unset]
}

/**
 * Updates the tables of the journal. Throws when they are of a newer version, and when its file cannot be written. With any
 * other fault, leads are sent without the journal until it works.
 */
async function checkJournal(): Promise<void> {
  try {
    await getJournal()?.store.check()
  } catch (error) {
    if (faultOf(error) === 'NEWER_JOURNAL') throw error
    if (env.journalFile && !knownCauseOf(error))
      throw new OpsError(`DATABASE_URL names a file that cannot be used: ${causeOf(error)}`)
    warn(`The journal cannot be written: ${causeOf(error)}. Leads are sent without it until it can`)
  }
}

/** DATABASE_URL may have been set after leads had come. No server looks into the file that it was until then. */
function warnAboutDefaultFile(): void {
  const { journalFile, defaultFile } = env
  const isJournal = journalFile !== null && isSameFile(journalFile, defaultFile)
  if (!isJournal && hasLeads(defaultFile))
    warn(
      `${defaultFile} has leads, and DATABASE_URL names another journal, so no server sends them. To send those that wait, start one with DATABASE_URL=file:${defaultFile}. Until you delete the file, run every month: DATABASE_URL=file:${defaultFile} npm run leads -- purge. Delete the data of a person in both`,
    )
}
