import { compareForms } from '../changes.ts'
import type { ComparedForm } from '../changes.ts'
import { allFields } from '../fields.ts'
import type { Field } from '../fields.ts'
import type { Problem } from '../finding.ts'
import { placeOfField } from '../load-form.ts'
import type { SourceForm } from '../load-form.ts'

/** What saved drafts would lose or have to correct if this form replaced the published version. */
export function changeProblems(form: SourceForm, published: ComparedForm): Problem[] {
  const fields = new Map(form.steps.flatMap(({ root }) => allFields(root)).map((field) => [field.path, field]))
  return compareForms(published, { steps: form.steps }).flatMap(
    ({ kind, path, keyword, before, after, drafts }): Problem[] => {
      if (kind === 'removed' && drafts === 'lost')
        return [{ rule: 'field-removed', ...placeOfGroup(form, fields, path), params: { path } }]
      const field = fields.get(path)
      if (kind !== 'tightened' || !field) return []
      const what =
        keyword === 'enum' ? keyword : `${keyword} ${JSON.stringify(before) ?? '–'} → ${JSON.stringify(after) ?? '–'}`
      return [{ rule: 'field-tightened', ...placeOfField(form, field, keyword), params: { path, what } }]
    },
  )
}

/** Where the fields of the group stand that a field was in; the steps, if the group is gone as well. */
function placeOfGroup(form: SourceForm, fields: ReadonlyMap<string, Field>, path: string) {
  const group = fields.get(path.slice(0, path.lastIndexOf('/')))
  return group === undefined ? { source: form.source, pointer: '/steps' } : placeOfField(form, group, 'properties')
}
