import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { isRecord } from '../../form-model/record.ts'
import { parseJsonSource } from './json-source.ts'

/** The Japanese title of the form in a folder; `null` without one, as while its author writes the file. */
export function formTitle(folder: string): string | null {
  const file = path.join(folder, 'texts.ja.json')
  if (!existsSync(file)) return null
  const { value } = parseJsonSource(file, readFileSync(file, 'utf8'))
  const title = isRecord(value) ? value.title : undefined
  return typeof title === 'string' && title !== '' ? title : null
}
