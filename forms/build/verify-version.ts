import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Definition } from '../../form-model/definition.ts'
import { isRecord } from '../../form-model/record.ts'
import { isInside } from '../source/inside-folder.ts'
import { largestVersionBytes } from '../source/reading-problems.ts'
import { formVersionOf } from './form-version.ts'

/** The reason why a version is not published. */
export type VersionProblem =
  | { reason: 'tampered' }
  | { reason: 'foreign-file'; file: string }
  | { reason: 'version-too-large'; bytes: number }

const textFile = /^texts\.[a-z]{2}(?:-[a-z]+)?\.json$/

/**
 * Problems of a built version: it is published only if its address is the hash of its files. Symbolic links and other
 * files are refused, because they would be copied along.
 * @param from the folder that `build` wrote
 * @param name `tenant/service/type`
 */
export function versionProblem(from: string, name: string, formVersion: string): VersionProblem | null {
  const folder = path.join(from, name, formVersion)
  if (!existsSync(folder)) return { reason: 'tampered' }
  if (!isInside(folder, from)) return { reason: 'foreign-file', file: path.basename(folder) }
  const entries = readdirSync(folder, { withFileTypes: true })
  const foreign = entries.find((entry) => !entry.isFile() || !isVersionFile(entry.name))
  if (foreign) return { reason: 'foreign-file', file: foreign.name }
  const files = new Map(entries.map((entry) => [entry.name, readFileSync(path.join(folder, entry.name))]))
  const bytes = [...files.values()].reduce((sum, content) => sum + content.byteLength, 0)
  if (bytes > largestVersionBytes) return { reason: 'version-too-large', bytes }
  return isUntouched(files, name, formVersion) ? null : { reason: 'tampered' }
}

function isVersionFile(file: string): boolean {
  return file === 'definition.json' || textFile.test(file)
}

/** Whether the address of a version is the hash of its files. */
export function isUntouched(files: ReadonlyMap<string, Buffer>, name: string, formVersion: string): boolean {
  const definitionFile = files.get('definition.json')
  if (definitionFile === undefined) return false
  const definition = readDefinition(definitionFile)
  if (definition === null) return false
  const { formVersion: own, ...content } = definition
  const texts = Object.fromEntries(
    [...files].flatMap(([file, text]) => (textFile.test(file) ? [[file, text.toString('utf8')]] : [])),
  )
  return (
    own === formVersion &&
    `${content.tenantId}/${content.serviceId}/${content.type}` === name &&
    formVersionOf({ definition: content, texts }) === formVersion
  )
}

function readDefinition(content: Buffer): Definition | null {
  try {
    const value: unknown = JSON.parse(content.toString('utf8'))
    return isRecord(value) ? (value as Definition) : null
  } catch (cause) {
    if (cause instanceof SyntaxError) return null
    throw cause
  }
}
