/** Settings that pages show, empty if not set. Constants, so that the bundler removes what a condition with them excludes. */
export const privacyUrl = process.env.PRIVACY_URL ?? ''
export const termsUrl = process.env.TERMS_URL ?? ''
/** Where the AI answers. */
export const demoPhone = process.env.DEMO_PHONE ?? ''
export const supportEmail = process.env.SUPPORT_EMAIL ?? ''
export const supportPhone = process.env.SUPPORT_PHONE ?? ''
