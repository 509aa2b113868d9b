/** @param {string} scripts Which inline scripts may run: the loader's hash, and a nonce for the framework's. */
export function contentSecurityPolicy(scripts) {
  return [
    "default-src 'none'",
    `script-src 'self' ${scripts}`,
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The longest lead, every letter of it four bytes long, is half of this. */
export const maxPostBytes = 64 * 1024
