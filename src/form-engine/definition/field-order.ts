import type { JsonSchema, UiSchema } from '../../../form-model/definition.ts'
import { joinPointer, segmentsOf } from '../../../form-model/pointer.ts'
import { isRecord } from '../../../form-model/record.ts'
import { orderedProperties } from './field-description.ts'
import type { LoadedForm } from './load-form.ts'

/** Sorts pointers into the answers in the order of the fields on the page; a group comes before its fields. */
export function compareFields(form: LoadedForm, a: string, b: string): number {
  const places = placesOf(form)
  const [left, right] = [segmentsOf(a), segmentsOf(b)]
  let path = ''
  for (const [index, segment] of left.entries()) {
    const other = right[index]
    if (other === undefined) return 1
    if (segment !== other) {
      const [one, two] = [Number(segment), Number(other)]
      if (Number.isInteger(one) && Number.isInteger(two)) return one - two
      return place(places, joinPointer(path, segment)) - place(places, joinPointer(path, other))
    }
    path = joinPointer(path, /^\d+$/.test(segment) ? '[]' : segment)
  }
  return left.length - right.length
}

function place(places: Map<string, number>, path: string) {
  return places.get(path) ?? Number.MAX_SAFE_INTEGER
}

const caches = new WeakMap<LoadedForm, Map<string, number>>()

function placesOf(form: LoadedForm): Map<string, number> {
  const known = caches.get(form)
  if (known) return known
  const places = new Map<string, number>()
  for (const { id, schema, ui } of form.definition.steps) {
    const path = joinPointer('', id)
    places.set(path, places.size)
    number(schema, ui ?? {}, schema, path, places, 0)
  }
  caches.set(form, places)
  return places
}

/** Deep enough for any form; limits the recursion in a schema that refers to itself. */
const deepest = 20

function number(
  schema: JsonSchema,
  ui: UiSchema,
  root: JsonSchema,
  path: string,
  places: Map<string, number>,
  depth: number,
): void {
  if (depth > deepest) return
  for (const [name, property] of orderedProperties(schema, ui, root)) {
    const childPath = joinPointer(path, name)
    places.set(childPath, places.size)
    const childUi = ui[name]
    number(property, isRecord(childUi) ? childUi : {}, root, childPath, places, depth + 1)
    const { items } = property
    const itemUi = isRecord(childUi) ? childUi.items : undefined
    if (isRecord(items)) {
      number(items, isRecord(itemUi) ? itemUi : {}, root, joinPointer(childPath, '[]'), places, depth + 1)
    }
  }
}
