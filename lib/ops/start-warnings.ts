import 'server-only'
import { isExposed } from '@/lib/leads/store/postgres'
import { privacyUrl, supportEmail, supportPhone } from '@/lib/page/settings'
import { env, isTrialAddress, missingWebhooks, webhookNames } from '@/lib/server/env'
import { warn } from '@/lib/server/log'

/** What ops should change, although the server works. */

export function warnAboutSettings(): void {
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
  for (const name of webhookNames) {
    const url = env.webhookUrls[name]
    if (url && isTrialAddress(url))
      warn(
        `${name} is a test address of n8n, which takes one request and then answers 404. Set the production address`,
      )
  }
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
  // The pages have the values of the build.
  const words = unset.map((name) =>
    name.split(' or ').some((each) => process.env[each]?.trim())
      ? `${name} (set, but not in the build: build again)`
      : name,
  )
  return [...missingWebhooks(), ...words]
}
