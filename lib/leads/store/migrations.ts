import 'server-only'

/**
 * Changes of the tables, in order. A released one never changes, because databases that had it do not run it again. An
 * earlier version may use the tables while they change, so what it needs stays for one more release. It can also use them
 * later, unless it misses what a change has removed. A table that is added may be there already, because a PostgreSQL backup of an
 * earlier version replaces only the tables that it has: create it IF NOT EXISTS.
 */
export const migrations: readonly (readonly string[])[] = [
  // 1.0.0
  [
    `CREATE TABLE leads (
      id TEXT PRIMARY KEY,
      thread TEXT NOT NULL,
      version BIGINT NOT NULL,
      replaces TEXT,
      kind TEXT NOT NULL,
      state TEXT NOT NULL,
      payload TEXT,
      extras TEXT NOT NULL,
      attempts INTEGER NOT NULL,
      outcome TEXT,
      reason TEXT,
      lease TEXT,
      lease_until BIGINT,
      waits_from BIGINT,
      next_at BIGINT,
      give_up_at BIGINT NOT NULL,
      created_at BIGINT NOT NULL,
      attempted_at BIGINT,
      delivered_at BIGINT,
      called_at BIGINT
    )`,
    'CREATE INDEX leads_by_time ON leads (created_at, id)',
    'CREATE INDEX leads_by_state ON leads (state, created_at, id)',
    'CREATE INDEX leads_by_thread ON leads (thread)',
    'CREATE INDEX leads_due ON leads (kind, state, next_at)',
    `CREATE INDEX leads_waiting ON leads (kind, waits_from) WHERE state = 'pending'`,
    `CREATE INDEX leads_undelivered ON leads (kind, state, created_at) WHERE state IN ('pending', 'leased', 'dead')`,
    `CREATE INDEX leads_not_rejected ON leads (kind, created_at) WHERE state = 'pending' AND COALESCE(outcome, '') <> 'rejected'`,
    `CREATE INDEX leads_rejected ON leads (kind, created_at) WHERE state = 'pending' AND outcome = 'rejected'`,
    `CREATE INDEX leads_held ON leads (created_at) WHERE state = 'held' AND reason <> 'honeypot'`,
    `CREATE INDEX leads_called ON leads (called_at, created_at) WHERE delivered_at IS NOT NULL AND replaces IS NULL`,
    `CREATE INDEX leads_personal ON leads (delivered_at) WHERE payload IS NOT NULL`,
    `CREATE TABLE consents (
      id TEXT PRIMARY KEY,
      thread TEXT NOT NULL,
      kind TEXT NOT NULL,
      name TEXT NOT NULL,
      phone TEXT NOT NULL,
      email TEXT,
      page TEXT NOT NULL,
      text_name TEXT NOT NULL,
      created_at BIGINT NOT NULL
    )`,
    'CREATE INDEX consents_by_time ON consents (created_at, id)',
    'CREATE INDEX consents_by_thread ON consents (thread)',
    // The id of a lead, a thread, or the key of proofs of consent (erasedConsent).
    'CREATE TABLE erased (key TEXT PRIMARY KEY, erased_at BIGINT NOT NULL)',
    'CREATE TABLE limit_counts (key TEXT PRIMARY KEY, count INTEGER NOT NULL, ends_at BIGINT NOT NULL)',
    `CREATE TABLE visit_counts (
      day BIGINT NOT NULL,
      campaign TEXT NOT NULL,
      name TEXT NOT NULL,
      count BIGINT NOT NULL,
      PRIMARY KEY (day, campaign, name)
    )`,
    `CREATE TABLE alerts (
      name TEXT PRIMARY KEY,
      since BIGINT NOT NULL,
      seen_at BIGINT NOT NULL,
      tried_at BIGINT NOT NULL,
      told_at BIGINT
    )`,
    // When it last ran, until when the clock is not trusted, when it last ended without a fault, and when a backup did.
    `CREATE TABLE maintenance (
      id INTEGER PRIMARY KEY,
      seen_at BIGINT NOT NULL,
      trusted_at BIGINT NOT NULL,
      ended_at BIGINT,
      backup_at BIGINT
    )`,
    'CREATE TABLE journal_check (id INTEGER PRIMARY KEY, filling TEXT NOT NULL)',
    'CREATE TABLE journal_secret (id INTEGER PRIMARY KEY, secret TEXT NOT NULL)',
  ],
]

/** `had` is how many migrations the database has had, and `needed` how many a site must know to use it. */
const createMigrationsTable =
  'CREATE TABLE IF NOT EXISTS journal_migrations (had INTEGER NOT NULL, needed INTEGER NOT NULL)'
export const readMigrations = 'SELECT had, needed FROM journal_migrations'

/** What an earlier site does not have to know. */
const compatible =
  /^(CREATE TABLE|CREATE INDEX|DELETE FROM|ALTER TABLE \w+ ADD COLUMN \w+ (TEXT|INTEGER|BIGINT)$)/

/** How many migrations a site must know to use the tables. */
function neededMigrations(): number {
  const isCompatible = (statement: string) => compatible.test(statement)
  const last = migrations.findLastIndex((statements) => !statements.every(isCompatible))
  return Math.max(last + 1, 1)
}

/** How many migrations a database has had. Later ones count only if this site cannot use the tables because of them. */
export function countMigrations(rows: Record<string, unknown>[]): number {
  const largest = (column: string) => Math.max(0, ...rows.map((row) => Number(row[column])))
  const had = largest('had')
  return largest('needed') > migrations.length ? had : Math.min(had, migrations.length)
}

export class NewerJournalError extends Error {
  readonly code = 'NEWER_JOURNAL'
}

/** Updates a database, in a transaction that no other process runs at the same time. */
export async function applyMigrations(
  query: (sql: string) => Promise<Record<string, unknown>[]>,
): Promise<void> {
  await query(createMigrationsTable)
  const missing = missingMigrations(countMigrations(await query(readMigrations)))
  for (const statement of missing) await query(statement)
}

/** The statements that update a database that has had so many. None when it is up to date. */
export function missingMigrations(count: number): readonly string[] {
  if (count > migrations.length)
    throw new NewerJournalError(
      'A newer version of this site has changed the tables of the journal. Run that version, or restore a backup from before it',
    )
  if (count === migrations.length) return []
  return [
    ...migrations.slice(count).flat(),
    `INSERT INTO journal_migrations (had, needed) VALUES (${migrations.length}, ${neededMigrations()})`,
  ]
}
