import 'server-only'
import { privacyUrl, supportEmail, supportPhone } from '../page/settings'
import { faultOf, isTerminal, log, OpsError, warn } from '../server/log'

const isProduction = process.env.NODE_ENV === 'production'
const isSelfHosted = isProduction && !process.env.VERCEL

/** Prepares a server before its first request. If the environment is invalid, logs why and exits. */
export async function start(): Promise<void> {
  // The reader of the log may disconnect. Node would report that to the same log, which would fail again, without end.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  try {
    // Importing this file throws when the environment is invalid.
    const { env } = await import('../server/env')
    if (isSelfHosted) {
      const { watchServer } = await import('../http/node-server')
      watchServer()
    }
    await warnAboutSettings(env)
    if (process.env.VERCEL) return
    await checkJournal()
    await warnAboutDefaultFile(env)
    const { startBackground } = await import('./background')
    startBackground()
    // Next.js has set PORT to the port on which it listens.
    const { HOSTNAME, PORT } = process.env
    const on = HOSTNAME ? `http://${HOSTNAME}:${PORT}` : `http://0.0.0.0:${PORT} (all addresses)`
    // The last line that a person sees is an address to open.
    if (isSelfHosted && isTerminal())
      process.stdout.write(`\n${HOSTNAME ? on : `http://localhost:${PORT}`}\n\n`)
    else if (isSelfHosted) log('listening', { on })
  } catch (error) {
    log('cannot start', { problem: error instanceof Error ? error.message : String(error) })
    process.exit(1)
  }
}

type Env = typeof import('../server/env').env

async function warnAboutSettings(env: Env): Promise<void> {
  const { unreadFiles } = await import('../server/env')
  const { trialWebhooks } = await import('../leads/send')
  for (const name of unreadFiles())
    warn(`${name} is ignored: this setting cannot be in a file. Set ${name.replace(/_FILE$/, '')}`)
  if (!env.journal)
    warn(
      'No journal: files on this host do not last. Set DATABASE_URL=postgres://…?sslmode=verify-full to keep leads whose webhook fails',
    )
  const { isExposed } = await import('../leads/store/postgres')
  if (env.journal && !env.journal.startsWith('file:') && isExposed(env.journal))
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
  const unset = await unsetSettings(env)
  const names = [...unset.keys()]
  // Someone who tries the site reads one line.
  if (isTerminal() && !env.siteUrlIsSet && names.length > 0)
    warn(`Trial: ${names.length} settings are for production: ${names.join(', ')}`)
  else for (const warning of unset.values()) warn(warning)
  // next.config.mjs replaces this expression by a value, but not a destructured one. Vercel builds and runs with the same settings.
  const built = process.env.BUILT_SITE_URL
  const isOfBuild =
    built === undefined || process.env.VERCEL || (built && new URL(built).origin) === env.siteUrl
  if (env.siteUrlIsSet && !isOfBuild)
    warn(
      `SITE_URL is ${env.siteUrl}, but the pages were built ${built ? `for ${new URL(built).origin}` : 'without it'}: canonical addresses, the sitemap and structured data are those of the build. Build again`,
    )
}

/** What a site needs in production and does not have, with what follows. */
async function unsetSettings(env: Env): Promise<Map<string, string>> {
  const { missingWebhooks } = await import('../leads/send')
  const fate = env.journal ? 'wait in the journal' : 'are refused'
  const unset = new Map<string, string>()
  for (const name of missingWebhooks())
    unset.set(name, `${name} is not set: until you set it, its leads ${fate}`)
  if (!isProduction) return unset
  if (!env.alertWebhookUrl)
    unset.set(
      'ALERT_WEBHOOK_URL',
      'ALERT_WEBHOOK_URL is not set: when leads are not delivered or the journal fails, only the log says so. Set it',
    )
  if (!env.siteUrlIsSet)
    unset.set(
      'SITE_URL',
      `SITE_URL is not set: canonical addresses, the sitemap and structured data say ${env.siteUrl}, and forms that are posted on this machine meet no limits. Set it and build again`,
    )
  if (!privacyUrl)
    unset.set(
      'PRIVACY_URL',
      'PRIVACY_URL is not set: the forms ask for consent to calls, but no page says what happens to the data. Set it and build again',
    )
  if (!supportEmail && !supportPhone)
    unset.set(
      'SUPPORT_EMAIL or SUPPORT_PHONE',
      'SUPPORT_EMAIL and SUPPORT_PHONE are not set: a form that fails tells visitors to contact support, but not how. Set one and build again',
    )
  return unset
}

/**
 * Updates the tables of the journal. Throws when they are of a newer version, and when its file cannot be written. With any
 * other fault, leads are sent without the journal until it works.
 */
async function checkJournal(): Promise<void> {
  const { getJournal } = await import('../leads')
  const { causeOf, knownCauseOf } = await import('./conditions')
  const { env } = await import('../server/env')
  try {
    await getJournal()?.store.check()
  } catch (error) {
    if (faultOf(error) === 'NEWER_JOURNAL') throw error
    if (env.journal?.startsWith('file:') && !knownCauseOf(error))
      throw new OpsError(`DATABASE_URL names a file that cannot be used: ${causeOf(error)}`)
    warn(`The journal cannot be written: ${causeOf(error)}. Leads are sent without it until it can`)
  }
}

/** DATABASE_URL may have been set after leads had come. No server looks into the file that it was until then. */
async function warnAboutDefaultFile({ journal, defaultFile }: Env): Promise<void> {
  const { hasLeads, isSameFile } = await import('../leads/store/sqlite')
  const isJournal =
    journal?.startsWith('file:') && isSameFile(journal.slice('file:'.length), defaultFile)
  if (!isJournal && hasLeads(defaultFile))
    warn(
      `${defaultFile} has leads, and DATABASE_URL names another journal, so no server sends them. To send those that wait, start one with DATABASE_URL=file:${defaultFile}. Until you delete the file, run every month: DATABASE_URL=file:${defaultFile} npm run leads -- purge. Delete the data of a person in both`,
    )
}
