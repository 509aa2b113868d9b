import 'server-only'
import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { promisify } from 'node:util'
import { tryJournal } from '@/lib/leads/store/database'
import { migrations } from '@/lib/leads/store/migrations'
import { openSqlite } from '@/lib/leads/store/sqlite'
import { env } from '@/lib/server/env'
import { OpsError } from '@/lib/server/log'
import type { Command } from '../command'
import { callerPath, openNewFile } from '../files'
import { journalName, withJournal } from '../open-journal'
import { print } from '../terminal'

export const backup: Command = {
  argument: 'FILE',
  description:
    'Copy the journal to a new file, while servers use it. A PostgreSQL journal is copied by pg_dump, for pg_restore.',
  run: withJournal(
    async ({ store }, file) => {
      const copy = callerPath(file)
      // SQLite and pg_dump accept an empty file, and keep its mode. Nobody else can read it from its first byte.
      await (await openNewFile(copy)).close()
      const copied = env.journalFile
        ? copyFile(env.journalFile, copy)
        : dump(env.journal ?? '', copy)
      await copied.catch((error) => {
        rmSync(copy)
        throw error
      })
      // A write would update the tables of an earlier version.
      if ((await store.migrations()) === migrations.length)
        await tryJournal(() =>
          store.write(`UPDATE maintenance SET backup_at = ${store.now()} RETURNING id`),
        )
      print(`Copied the journal ${journalName()} to ${file}.`)
    },
    { ofAnyVersion: true },
  ),
}

async function copyFile(path: string, copy: string): Promise<void> {
  const { read, close } = openSqlite(path)
  await read('VACUUM INTO $1', [copy]).finally(close)
}

/** Of the authorities that Node.js trusts, too. pg_dump trusts none by itself. */
const debianCertificates = '/etc/ssl/certs/ca-certificates.crt'

/** Makes a file for pg_restore. Others see a command line, so the password is not in it. */
async function dump(address: string, path: string): Promise<void> {
  const url = new URL(address)
  const password = decodeURIComponent(url.password)
  url.password = ''
  const { searchParams } = url
  if (searchParams.get('sslmode')?.startsWith('verify') && !searchParams.has('sslrootcert'))
    searchParams.set('sslrootcert', debianCertificates)
  const args = ['--format=custom', '--no-password', `--file=${path}`, `--dbname=${url.href}`]
  const env = { ...process.env, ...(password && { PGPASSWORD: password }) }
  await promisify(execFile)('pg_dump', args, { env }).catch(({ code, stderr, message }) => {
    if (code === 'ENOENT')
      throw new OpsError('pg_dump is not installed. On Debian, it is in postgresql-client.')
    throw new OpsError(String(stderr || message).trim())
  })
}
