import { isRecord } from '../../form-model/record.ts'
import type { Language } from '../../src/lib/language.ts'
import type { FormFiles } from './form-files.ts'
import type { FormNode } from './form-tree.ts'
import { readable, readValue, setValue } from './json-text.ts'

/**
 * Lists of choices that several forms of a tenant use. Each is a shared part in the folder of the tenant, which has its
 * place among the files of each form: `shared/schools.schema.json`, with its texts beside it.
 */
export const sharedFolder = 'shared'

export function listFile(list: string): string {
  return `${sharedFolder}/${list}.schema.json`
}

/** The name of the fees by the choices of two lists. */
export function pairOfLists(rows: string, columns: string): string {
  return `${rows}-by-${columns}`
}

/** What the choices of a list, or of a pair of lists, cost. */
export function listFees(list: string): string {
  return `${sharedFolder}/${list}.fees.json`
}

export function listTexts(list: string, language: Language): string {
  return `${sharedFolder}/${list}.texts.${language}.json`
}

/** The reference of a form to a list. */
export function listReference(list: string): string {
  return `../../${listFile(list)}`
}

/** The lists of the tenant that can be read. */
export function listsIn(files: FormFiles): string[] {
  return Object.keys(files).flatMap((file) => {
    const [, list = ''] = /^shared\/([\w-]+)\.schema\.json$/.exec(file) ?? []
    return list !== '' && schemaOf(files, list) ? [list] : []
  })
}

function schemaOf(files: FormFiles, list: string): { type: unknown; enum: unknown[] } | null {
  const schema = readValue(readable(files[listFile(list)]), '')
  return isRecord(schema) && Array.isArray(schema.enum) ? { type: schema.type, enum: schema.enum } : null
}

function listIn(reference: unknown): string | null {
  return typeof reference === 'string'
    ? (/^\.\.\/\.\.\/shared\/([\w-]+)\.schema\.json$/.exec(reference)?.[1] ?? null)
    : null
}

/** The form with the choices of the lists beside the references to them. */
export function withLists(form: unknown, files: FormFiles): unknown {
  if (!isRecord(form) || !Array.isArray(form.steps)) return form
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit)
    if (!isRecord(value)) return value
    const list = listIn(value.$ref)
    const schema = list === null ? null : schemaOf(files, list)
    return { ...schema, ...Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, visit(inner)])) }
  }
  return { ...form, steps: form.steps.map(visit) }
}

/** The list whose choices a question has; `null` for its own choices. */
export function listOf({ schema }: Pick<FormNode, 'schema'>): string | null {
  const chosen = isRecord(schema.items) ? schema.items : schema
  return Array.isArray(chosen.enum) ? listIn(chosen.$ref) : null
}

const retiredMark = 'removed values: '

/** Values that choices of a list have had: drafts of any form that uses the list may contain them. */
export function retiredValues(list: string): string[] {
  const comment = readValue(list, '/$comment')
  return typeof comment === 'string' && comment.startsWith(retiredMark)
    ? comment.slice(retiredMark.length).split(', ')
    : []
}

export function withRetired(list: string, values: readonly string[]): string {
  if (values.length === 0) return list
  return setValue(list, '/$comment', retiredMark + [...new Set([...retiredValues(list), ...values])].join(', '))
}

/** The lists that a form.json refers to, and `kinds.fees` for the fees of the list `kinds`. */
export function listsNamedIn(form: string): string[] {
  const named = form.matchAll(/"\.\.\/\.\.\/shared\/([\w-]+(?:\.fees)?)(?:\.schema)?\.json"/g)
  return [...new Set([...named].map(([, list = '']) => list))]
}

/** The reference of a table to the fees of a list. */
export function feesReference(list: string): string {
  return `../../${listFees(list)}`
}

/** The list whose fees a reference names; `null` for another file. */
export function listOfFees(reference: string): string | null {
  return /^\.\.\/\.\.\/shared\/([\w-]+)\.fees\.json$/.exec(reference)?.[1] ?? null
}
