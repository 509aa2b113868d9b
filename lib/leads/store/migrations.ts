import 'server-only'

/**
 * Changes of the tables, in order. A released one never changes, because databases that had it do not run it again. An
 * earlier version may use the tables while they change, so what it needs stays for one more release.
 */
export const migrations: readonly (readonly string[])[] = [
  // 1.0.0
  [
    `CREATE TABLE leads (
      id TEXT PRIMARY KEY,
      submission_id TEXT NOT NULL,
      kind TEXT NOT NULL,
      state TEXT NOT NULL,
      payload TEXT,
      extras TEXT NOT NULL,
      attempts INTEGER NOT NULL,
      outcome TEXT,
      lease TEXT,
      lease_until BIGINT,
      next_at BIGINT,
      give_up_at BIGINT NOT NULL,
      created_at BIGINT NOT NULL,
      attempted_at BIGINT,
      delivered_at BIGINT
    )`,
    'CREATE INDEX leads_by_time ON leads (created_at, id)',
    'CREATE INDEX leads_by_state ON leads (state, created_at, id)',
    'CREATE INDEX leads_due ON leads (kind, state, next_at)',
    `CREATE INDEX leads_undelivered ON leads (kind, state, created_at) WHERE state IN ('pending', 'leased', 'dead')`,
    `CREATE INDEX leads_rejected ON leads (kind, created_at) WHERE state = 'pending' AND outcome = 'rejected'`,
    `CREATE INDEX leads_correctable ON leads (submission_id) WHERE state = 'pending'`,
    `CREATE INDEX leads_phone_suspects ON leads (created_at) WHERE state = 'suspect' AND outcome <> 'honeypot'`,
    `CREATE INDEX leads_personal ON leads (delivered_at) WHERE state = 'delivered' AND payload IS NOT NULL`,
    'CREATE TABLE erased_leads (id TEXT PRIMARY KEY)',
    'CREATE TABLE rate_limits (key TEXT PRIMARY KEY, points INTEGER NOT NULL, expire BIGINT NOT NULL)',
    `CREATE TABLE alerts (
      name TEXT PRIMARY KEY,
      since BIGINT NOT NULL,
      seen_at BIGINT NOT NULL,
      tried_at BIGINT NOT NULL,
      told_at BIGINT
    )`,
    'CREATE TABLE maintenance (id INTEGER PRIMARY KEY, seen_at BIGINT NOT NULL, trusted_at BIGINT NOT NULL)',
    'CREATE TABLE journal_check (id INTEGER PRIMARY KEY, filling TEXT NOT NULL)',
    'CREATE TABLE journal_secret (id INTEGER PRIMARY KEY, secret TEXT NOT NULL)',
  ],
  // 1.1.0
  [
    // PostgreSQL keeps these tables when a backup of 1.0.0 is restored.
    `CREATE TABLE IF NOT EXISTS consents (
      id TEXT PRIMARY KEY,
      kind TEXT NOT NULL,
      name TEXT NOT NULL,
      phone TEXT NOT NULL,
      email TEXT,
      page TEXT NOT NULL,
      version TEXT NOT NULL,
      created_at BIGINT NOT NULL
    )`,
    'CREATE INDEX IF NOT EXISTS consents_by_time ON consents (created_at, id)',
    'CREATE TABLE IF NOT EXISTS erased_consents (id TEXT PRIMARY KEY)',
  ],
  // 1.1.0: 1.0.0 may still count in rate_limits. The next version drops that table.
  [
    'CREATE TABLE IF NOT EXISTS limit_counts (key TEXT PRIMARY KEY, count INTEGER NOT NULL, ends_at BIGINT NOT NULL)',
    'DELETE FROM rate_limits',
  ],
  // When maintenance last ended without a fault, and up to which lead it has recorded the consents that 1.0.0 did not.
  [
    'ALTER TABLE maintenance ADD COLUMN ended_at BIGINT',
    'ALTER TABLE maintenance ADD COLUMN consents_at BIGINT',
    'ALTER TABLE maintenance ADD COLUMN consents_id TEXT',
  ],
]

/** The table that counts the migrations a database has had. */
export const createVersionTable =
  'CREATE TABLE IF NOT EXISTS journal_version (version INTEGER NOT NULL)'
export const readVersion = 'SELECT MAX(version) AS version FROM journal_version'

export class NewerJournalError extends Error {
  readonly code = 'NEWER_JOURNAL'
}

/** The statements that update a database of this version. None when it is up to date. */
export function missingMigrations(version: number): readonly string[] {
  if (version > migrations.length)
    throw new NewerJournalError(
      'A newer version of this site has changed the tables of the journal. Run that version, or restore a backup from before it',
    )
  if (version === migrations.length) return []
  const missing = migrations.slice(version).flat()
  return [...missing, `INSERT INTO journal_version VALUES (${migrations.length})`]
}
