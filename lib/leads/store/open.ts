import 'server-only'
import { env } from '@/lib/env'
import { Journal } from '../journal'
import { openPostgres } from './postgres'
import { openSqlite } from './sqlite'

let opened: Journal | undefined

/** The journal that the environment names, or null where there is none. Throws while its place cannot be opened. */
export function theJournal(): Journal | null {
  if (!env.journal) return null
  opened ??= new Journal(openStore(env.journal))
  return opened
}

export function openStore(url: string) {
  return url.startsWith('file:') ? openSqlite(url.slice('file:'.length)) : openPostgres(url)
}
