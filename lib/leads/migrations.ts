import 'server-only'

/** Changes of the tables, in order. A released migration never changes: databases that had it do not run it again. */
export const migrations = [
  `CREATE TABLE leads (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    state TEXT NOT NULL,
    payload TEXT,
    extras TEXT,
    attempts INTEGER NOT NULL,
    outcome TEXT,
    lease TEXT,
    lease_until BIGINT,
    next_at BIGINT,
    created_at BIGINT NOT NULL,
    delivered_at BIGINT
  )`,
  'CREATE INDEX leads_due ON leads (state, next_at)',
  'CREATE TABLE rate_limits (key VARCHAR(255) PRIMARY KEY, points INTEGER NOT NULL DEFAULT 0, expire BIGINT)',
  // No longer used, like `deployment`. They stay, because instances of an earlier version may still run.
  'ALTER TABLE leads ADD COLUMN corrected_by TEXT',
  'ALTER TABLE leads ADD COLUMN deployment TEXT',
  'DROP INDEX leads_due',
  'CREATE INDEX leads_claim ON leads (kind, state, next_at)',
  'CREATE INDEX leads_by_state ON leads (state, created_at, id)',
  'CREATE INDEX leads_by_time ON leads (created_at, id)',
  `CREATE INDEX leads_personal ON leads (delivered_at) WHERE state = 'delivered' AND payload IS NOT NULL`,
  'CREATE TABLE journal_check (id INTEGER PRIMARY KEY, filling TEXT NOT NULL)',
  'CREATE TABLE alerts (name TEXT PRIMARY KEY, state TEXT NOT NULL)',
  `CREATE INDEX leads_undelivered ON leads (kind, state, created_at) WHERE state IN ('pending', 'leased', 'dead')`,
  'ALTER TABLE leads ADD COLUMN submission_id TEXT',
  `CREATE INDEX leads_correctable ON leads (submission_id) WHERE state = 'pending'`,
  'ALTER TABLE leads ADD COLUMN attempted_at BIGINT',
  // A 410 used to end the attempts at once.
  `UPDATE leads SET state = 'pending', outcome = 'rejected', attempts = 1, next_at = 0
   WHERE state = 'dead' AND outcome = 'gone'`,
  `CREATE INDEX leads_rejected ON leads (kind, created_at) WHERE state = 'pending' AND outcome = 'rejected'`,
  'CREATE TABLE journal_secret (id INTEGER PRIMARY KEY, secret TEXT NOT NULL)',
  'DROP TABLE alerts',
  `CREATE TABLE alerts (
    name TEXT PRIMARY KEY,
    since BIGINT NOT NULL,
    seen_at BIGINT NOT NULL,
    tried_at BIGINT NOT NULL,
    told_at BIGINT
  )`,
  `CREATE INDEX leads_phone_suspects ON leads (created_at) WHERE state = 'suspect' AND outcome <> 'honeypot'`,
  'ALTER TABLE leads ADD COLUMN give_up_at BIGINT',
  'UPDATE leads SET give_up_at = created_at + 259200000',
  'CREATE TABLE maintenance (id INTEGER PRIMARY KEY, seen_at BIGINT NOT NULL, trusted_at BIGINT NOT NULL)',
  'CREATE TABLE erased_leads (id TEXT PRIMARY KEY)',
]

/** The table that counts the migrations a database has had. */
export const createVersionTable =
  'CREATE TABLE IF NOT EXISTS journal_version (version INTEGER NOT NULL)'
export const readVersion = 'SELECT MAX(version) AS version FROM journal_version'

export class NewerJournalError extends Error {
  readonly code = 'NEWER_JOURNAL'
}

/** The statements that update a database, whose version was read. None when it is up to date. */
export function missingMigrations([row]: { version?: unknown }[]): readonly string[] {
  const version = Number(row?.version ?? 0)
  if (version > migrations.length)
    throw new NewerJournalError(
      'A newer version of this site has changed the tables of the journal. Run that version, or restore a backup from before it',
    )
  if (version === migrations.length) return []
  return [...migrations.slice(version), `INSERT INTO journal_version VALUES (${migrations.length})`]
}
