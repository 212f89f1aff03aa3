import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { SQLInputValue, StatementSync } from 'node:sqlite'
import { makeFolder } from '../../forms/source/make-folder.ts'

/** Records are stored as JSON; values for searching or sorting have their own columns. */
const schema = `
  CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS tenants (tenant_id TEXT PRIMARY KEY, position INTEGER NOT NULL, record TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS residents (
    user_id TEXT NOT NULL, tenant_id TEXT NOT NULL, email TEXT NOT NULL, record TEXT NOT NULL,
    PRIMARY KEY (tenant_id, user_id), UNIQUE (tenant_id, email)
  );
  CREATE TABLE IF NOT EXISTS orders (
    order_id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL, user_id TEXT NOT NULL, service_id TEXT NOT NULL,
    status TEXT NOT NULL, receipt_number TEXT NOT NULL, submitted_at INTEGER NOT NULL, record TEXT NOT NULL,
    UNIQUE (tenant_id, receipt_number)
  );
  CREATE INDEX IF NOT EXISTS orders_of_owner ON orders (tenant_id, user_id, submitted_at DESC, order_id DESC);
  CREATE INDEX IF NOT EXISTS orders_that_replace ON orders (json_extract(record, '$.reapplyOf'))
    WHERE json_extract(record, '$.reapplyOf') IS NOT NULL;
  CREATE UNIQUE INDEX IF NOT EXISTS orders_of_application
    ON orders (tenant_id, user_id, json_extract(record, '$.applicationId'))
    WHERE json_extract(record, '$.applicationId') IS NOT NULL;
  CREATE TABLE IF NOT EXISTS charges (
    charge_id TEXT PRIMARY KEY, order_id TEXT NOT NULL, tenant_id TEXT NOT NULL, user_id TEXT NOT NULL, record TEXT NOT NULL
  );
  CREATE INDEX IF NOT EXISTS charges_of_order ON charges (order_id);
  CREATE TABLE IF NOT EXISTS attempts (
    attempt_id TEXT PRIMARY KEY, charge_id TEXT NOT NULL, card_session TEXT NOT NULL UNIQUE,
    started_at INTEGER NOT NULL, settle_at INTEGER, record TEXT NOT NULL
  );
  CREATE INDEX IF NOT EXISTS attempts_of_charge ON attempts (charge_id, started_at);
  CREATE INDEX IF NOT EXISTS attempts_to_settle ON attempts (settle_at) WHERE settle_at IS NOT NULL;
  CREATE TABLE IF NOT EXISTS drafts (
    tenant_id TEXT NOT NULL, user_id TEXT NOT NULL, service_id TEXT NOT NULL, type TEXT NOT NULL,
    saved_at INTEGER NOT NULL, expires_at INTEGER NOT NULL, record TEXT NOT NULL,
    PRIMARY KEY (tenant_id, user_id, service_id, type)
  );
  CREATE TABLE IF NOT EXISTS attachments (
    attachment_id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL, user_id TEXT NOT NULL, record TEXT NOT NULL, content BLOB NOT NULL
  );
  CREATE TABLE IF NOT EXISTS files (
    file_id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL, user_id TEXT NOT NULL, order_id TEXT, issued_at INTEGER NOT NULL,
    record TEXT NOT NULL, content BLOB NOT NULL
  );
  CREATE INDEX IF NOT EXISTS files_of_owner ON files (tenant_id, user_id, issued_at DESC, file_id DESC);
  CREATE INDEX IF NOT EXISTS files_of_order ON files (order_id);
  CREATE TABLE IF NOT EXISTS links (link_id TEXT PRIMARY KEY, record TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS confirmations (confirmation_id TEXT PRIMARY KEY, record TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS mails (mail_id INTEGER PRIMARY KEY, recipient TEXT NOT NULL, record TEXT NOT NULL);
  CREATE INDEX IF NOT EXISTS mails_of_recipient ON mails (recipient);
  CREATE TABLE IF NOT EXISTS accepted_requests (
    scope TEXT NOT NULL, key TEXT NOT NULL, due_at INTEGER, record TEXT NOT NULL, PRIMARY KEY (scope, key)
  );
  CREATE INDEX IF NOT EXISTS accepted_requests_due ON accepted_requests (due_at) WHERE due_at IS NOT NULL;
  CREATE TABLE IF NOT EXISTS effects (
    effect_id INTEGER PRIMARY KEY, user_id TEXT, key TEXT, record TEXT NOT NULL
  );
  CREATE TABLE IF NOT EXISTS sequences (name TEXT PRIMARY KEY, value INTEGER NOT NULL);
`

const version = '1'

export type Row = { [column: string]: unknown }

/** Thin, synchronous access to SQLite that caches prepared statements. */
export type Database = {
  readonly connection: DatabaseSync
  all(sql: string, ...values: SQLInputValue[]): Row[]
  get(sql: string, ...values: SQLInputValue[]): Row | undefined
  run(sql: string, ...values: SQLInputValue[]): number
  /** All or nothing; calls inside a transaction join it. */
  transaction<T>(work: () => T): T
  /** The next number of a named sequence, starting at `first`. */
  next(sequence: string, first?: number): number
  /** Deletes every record but the identity provider's keys. */
  clear(): void
  close(): void
}

/** Opens or creates the database; `:memory:` lasts as long as the process. A file with another layout is refused. */
export function openDatabase(file: string): Database {
  const connection = connectionTo(file)
  if (file !== ':memory:') connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
  connection.exec(schema)
  const statements = new Map<string, StatementSync>()
  let depth = 0

  function statement(sql: string): StatementSync {
    const known = statements.get(sql)
    if (known !== undefined) return known
    const prepared = connection.prepare(sql)
    statements.set(sql, prepared)
    return prepared
  }

  const database: Database = {
    connection,
    all: (sql, ...values) => statement(sql).all(...values),
    get: (sql, ...values) => statement(sql).get(...values),
    run: (sql, ...values) => Number(statement(sql).run(...values).changes),
    transaction(work) {
      if (depth > 0) return work()
      connection.exec('BEGIN IMMEDIATE')
      depth += 1
      try {
        const result = work()
        connection.exec('COMMIT')
        return result
      } catch (error) {
        connection.exec('ROLLBACK')
        throw error
      } finally {
        depth -= 1
      }
    },
    next(sequence, first = 1) {
      const row = database.get(
        'INSERT INTO sequences (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = value + 1 RETURNING value',
        sequence,
        first,
      )
      return Number(row?.value)
    },
    clear() {
      // The signing keys stay, so that old tokens fail with a clear error.
      for (const { name } of database.all("SELECT name FROM sqlite_master WHERE type = 'table'"))
        if (name !== 'meta' && name !== 'identity_keys') connection.exec(`DELETE FROM "${String(name)}"`)
    },
    close() {
      statements.clear()
      connection.close()
    },
  }

  const found = database.get("SELECT value FROM meta WHERE name = 'version'")?.value
  if (found === undefined) database.run("INSERT INTO meta (name, value) VALUES ('version', ?)", version)
  else if (found !== version) {
    connection.close()
    throw new Error(`${file} was written by another version of the sandbox; start once with --reset.`)
  }
  return database
}

/** Reads the JSON column `record` of rows that this program has written itself. */
export function recordsOf<T>(rows: Row[]): T[] {
  return rows.map((row) => JSON.parse(String(row.record)) as T)
}

export function recordOf<T>(row: Row | undefined): T | null {
  return row === undefined ? null : (JSON.parse(String(row.record)) as T)
}

function connectionTo(file: string): DatabaseSync {
  try {
    if (file !== ':memory:') makeFolder(path.dirname(path.resolve(file)))
    return new DatabaseSync(file)
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause
    throw new Error(`The data cannot be stored in ${file}: ${cause.message}.`, { cause })
  }
}
