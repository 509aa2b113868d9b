import 'server-only'
import { createHmac, randomBytes } from 'node:crypto'
import { perProcess } from './per-process'

/** Not the text itself, because numbers and addresses are personal data. */
export function hash(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url')
}

/** Hashes what no other process has to recognize, and all of it while the journal, which has a shared secret, fails. */
export const processSecret = perProcess('secret', () => randomBytes(32).toString('base64'))
