import 'server-only'
import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { faultOf, log, OpsError, warn } from './log'
import { processWide } from './process-wide'

/** Secrets in files, as Docker and Kubernetes mount them. They can be replaced while the server runs. */

type Secret = { text: string; value: unknown }
const lastGood = processWide('secret-files', () => new Map<string, Secret>())

const faults = processWide('secret-faults', () => new Map<string, string>())

/**
 * Reads the file at every use, so that the next use has a new value. A value that cannot be used is logged, and the
 * last good one stays in use. Throws when there has been none.
 */
export function readSecretFile<T>(
  variable: string,
  path: string,
  parse: (text: string) => T,
): Readonly<T> | undefined {
  if (process.env.NEXT_PHASE === 'phase-production-build') return undefined
  const key = `${variable} ${path}`
  const last = lastGood.get(key)
  // Also what a file looks like in the middle of being written.
  let fault = 'names an empty file'
  try {
    const text = readFileSync(path, 'utf8').trim()
    if (text === last?.text) {
      faults.delete(variable)
      return last.value as T
    }
    if (text !== '') {
      const value = parse(text)
      lastGood.set(key, { text, value })
      if (last) log('rotated', { variable })
      faults.delete(variable)
      return value
    }
  } catch (error) {
    fault =
      error instanceof OpsError
        ? `names a file with a bad value (${error.message})`
        : `names a file that the user ${userInfo().username} cannot read (${faultOf(error)})`
  }
  if (!last) throw new OpsError(`${variable} ${fault}`)
  faults.set(variable, fault)
  warn(`${variable} ${fault}: its last good value stays in use`)
  return last.value as T
}

/** The files that could not be used when they were last read, and why. */
export function badSecretFiles(): { variable: string; fault: string }[] {
  return [...faults].map(([variable, fault]) => ({ variable, fault }))
}
