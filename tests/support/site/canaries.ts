/** A recognizable value for every secret variable, to find in responses and logs. */
export const canaries = {
  CALLBACK_WEBHOOK_URL: 'http://127.0.0.1:9/canary-callback',
  BOOKING_WEBHOOK_URL: 'http://127.0.0.1:9/canary-booking',
  ALERT_WEBHOOK_URL: 'http://127.0.0.1:9/canary-alert',
  WEBHOOK_SECRET: `whsec_${btoa('canary of the signatures')}`,
  WEBHOOK_BODY_EXTRAS: 'leadId,attribution,consent',
  DATABASE_URL: 'postgres://canary-user:canary-password@127.0.0.1:9/canary-database',
  LEADS_RETENTION_DAYS: '7391',
  LEADS_PER_HOUR: '739173',
  CRON_SECRET: 'canary of the cron, long enough',
  CLIENT_ADDRESS: 'proxy:73',
  NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: Buffer.from('canary key of thirty-two bytes!!').toString(
    'base64',
  ),
} as const

/** The variables whose values the pages show. */
export const publicValues = {
  SITE_URL: 'https://shown-site.example',
  PRIVACY_URL: 'https://shown-privacy.example/policy',
  TERMS_URL: 'https://shown-terms.example/terms',
  SUPPORT_EMAIL: 'shown-help@px.example',
  SUPPORT_PHONE: '(509) 555-0199',
  DEMO_PHONE: '(509) 555-0133',
  CLOSED_DAYS: 'sun,12-25',
} as const
