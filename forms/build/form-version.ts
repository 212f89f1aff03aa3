import { createHash } from 'node:crypto'
import type { Definition } from '../../form-model/definition.ts'

/** The content of a version: the definition without its version, and the texts. */
export type VersionContent = {
  definition: Omit<Definition, 'formVersion'>
  /** The written texts by file name. */
  texts: { [file: string]: string }
}

/** The address of a version: a hash of exactly the published files. */
export function formVersionOf({ definition, texts }: VersionContent): string {
  const hash = createHash('sha256')
  const inOrder = Object.keys(texts)
    .toSorted((a, b) => (a > b ? -1 : 1))
    .map((file) => texts[file] ?? '')
  for (const part of [toJson(definition), ...inOrder]) hash.update(part).update('\0')
  return hash.digest('hex').slice(0, 12)
}

export function toJson(value: unknown): string {
  return `${JSON.stringify(value)}\n`
}

export function hashOf(parts: string[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('hex')
}
