import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { isRecord } from '../../form-model/record.ts'
import { parseJsonSource } from './json-source.ts'
import { tenantFile } from './tenant-source.ts'

/** The Japanese title of the form in a folder; `null` without one, as while its author writes the file. */
export function formTitle(folder: string): string | null {
  return writtenIn(path.join(folder, 'texts.ja.json'), ['title'])
}

/** The Japanese name of the tenant in a folder. */
export function tenantTitle(folder: string): string | null {
  return writtenIn(path.join(folder, tenantFile), ['displayName', 'ja'])
}

function writtenIn(file: string, keys: readonly string[]): string | null {
  if (!existsSync(file)) return null
  const { value } = parseJsonSource(file, readFileSync(file, 'utf8'))
  const text = keys.reduce<unknown>((inside, key) => (isRecord(inside) ? inside[key] : undefined), value)
  return typeof text === 'string' && text !== '' ? text : null
}
