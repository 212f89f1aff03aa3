import { pointerOf, segmentsOf } from '../../form-model/pointer.ts'
import { isRecord } from '../../form-model/record.ts'
import type { ApiDocument } from './document.ts'

/** The names of all members and parameters of the document. Any other name in a body may be a person's data. */
export function namesOf(document: ApiDocument): ReadonlySet<string> {
  const names = new Set<string>()
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit)
    if (!isRecord(value)) return
    if (isRecord(value.properties)) for (const name of Object.keys(value.properties)) names.add(name)
    if (typeof value.in === 'string' && typeof value.name === 'string') names.add(value.name)
    Object.values(value).forEach(visit)
  }
  visit(document)
  return names
}

/** A place in a body that can be printed: `*` for a name that is not of the document. */
export function shownPointer(pointer: string, names: ReadonlySet<string>): string {
  return pointerOf(
    segmentsOf(pointer).map((segment) => (names.has(segment) || /^\d{1,4}$/.test(segment) ? segment : '*')),
  )
}
