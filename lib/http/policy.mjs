/** @param {string} scripts Sources of inline scripts: the loader's hash, and a nonce for those of Next.js. */
export function contentSecurityPolicy(scripts) {
  return [
    "default-src 'none'",
    `script-src 'self' ${scripts}`,
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    // A recording of the AI (lib/content/owner.ts).
    "media-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Twice the size of the longest lead in four-byte characters. */
export const maxPostBytes = 64 * 1024
