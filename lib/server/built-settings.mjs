/** Variables whose values next.config.mjs writes into the build. lib/server/env.ts checks them. */
export const builtSettings = [
  'PRIVACY_URL',
  'TERMS_URL',
  'SUPPORT_EMAIL',
  'SUPPORT_PHONE',
  'DEMO_PHONE',
  'CLOSED_DAYS',
]
