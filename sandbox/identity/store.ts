import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { IdentityTables } from './records.ts'

export type IdentityTable = keyof IdentityTables

/** Synchronous tables of records by key; `owner` groups records that are deleted together. */
export type IdentityStore = {
  read<T extends IdentityTable>(table: T, key: string): IdentityTables[T] | null
  write<T extends IdentityTable>(table: T, key: string, record: IdentityTables[T], options?: WriteOptions): void
  remove(table: IdentityTable, key: string): void
  removeOwned(table: IdentityTable, owner: string): void
  owned<T extends IdentityTable>(table: T, owner: string): IdentityTables[T][]
  all<T extends IdentityTable>(table: T): IdentityTables[T][]
  /** Deletes records that expired at or before `now` (milliseconds of the sandbox clock). */
  removeExpired(now: number): void
  clear(): void
}

export type WriteOptions = { owner?: string; expiresAt?: number }

const tables: IdentityTable[] = [
  'users',
  'sign_ins',
  'grants',
  'refresh_tokens',
  'devices',
  'codes',
  'attempts',
  'keys',
]

/** Stores the emulator's state in tables `identity_*` of the caller's database, so that it survives a restart. */
export function sqliteIdentityStore(db: DatabaseSync): IdentityStore {
  for (const table of tables)
    db.exec(
      `CREATE TABLE IF NOT EXISTS identity_${table} (key TEXT PRIMARY KEY, owner TEXT, expires_at INTEGER, record TEXT NOT NULL);
       CREATE INDEX IF NOT EXISTS identity_${table}_owner ON identity_${table} (owner)`,
    )

  function records<T extends IdentityTable>(sql: string, ...values: SQLInputValue[]): IdentityTables[T][] {
    return db
      .prepare(sql)
      .all(...values)
      .map((row) => JSON.parse(String(row.record)) as IdentityTables[T])
  }

  return {
    read: <T extends IdentityTable>(table: T, key: string) =>
      records<T>(`SELECT record FROM identity_${table} WHERE key = ?`, key)[0] ?? null,
    write(table, key, record, options = {}) {
      db.prepare(
        `INSERT INTO identity_${table} (key, owner, expires_at, record) VALUES (?, ?, ?, ?)
         ON CONFLICT (key) DO UPDATE SET owner = excluded.owner, expires_at = excluded.expires_at, record = excluded.record`,
      ).run(key, options.owner ?? null, options.expiresAt ?? null, JSON.stringify(record))
    },
    remove: (table, key) => void db.prepare(`DELETE FROM identity_${table} WHERE key = ?`).run(key),
    removeOwned: (table, owner) => void db.prepare(`DELETE FROM identity_${table} WHERE owner = ?`).run(owner),
    owned: (table, owner) => records(`SELECT record FROM identity_${table} WHERE owner = ? ORDER BY rowid`, owner),
    all: (table) => records(`SELECT record FROM identity_${table} ORDER BY rowid`),
    removeExpired(now) {
      for (const table of tables) db.prepare(`DELETE FROM identity_${table} WHERE expires_at <= ?`).run(now)
    },
    clear() {
      for (const table of tables) if (table !== 'keys') db.exec(`DELETE FROM identity_${table}`)
    },
  }
}
