import 'server-only'
import { env } from '@/lib/server/env'
import { processWide } from '@/lib/server/process-wide'
import { Journal } from './journal'
import { openPostgres } from './postgres'
import { openSqlite } from './sqlite'

/** The journal that the environment names, or null where there is none. Throws while its place cannot be opened. */
export function getJournal(): Journal | null {
  const url = env.journal
  return url
    ? processWide(`journal ${url}`, () => new Journal(openStore(url), env.deployment))
    : null
}

export function openStore(url: string) {
  return url.startsWith('file:') ? openSqlite(url.slice('file:'.length)) : openPostgres(url)
}
