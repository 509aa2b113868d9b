/**
 * Variables that pages show: next.config.mjs writes their values into the build, and a build with other values is needed when they
 * change. lib/site.ts and lib/dates/bookable-days.ts read them, and lib/env.ts checks them.
 */
export const builtSettings = [
  'PRIVACY_URL',
  'TERMS_URL',
  'SUPPORT_EMAIL',
  'SUPPORT_PHONE',
  'DEMO_PHONE',
  'CLOSED_DAYS',
]
