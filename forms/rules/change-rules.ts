import { isRecord } from '../../form-model/record.ts'
import { compareForms } from '../differences/compare-forms.ts'
import type { ComparedForm } from '../differences/compare-forms.ts'
import { fieldsOf } from '../source/fields.ts'
import type { Field } from '../source/fields.ts'
import type { Problem } from '../source/finding.ts'
import { placeOfField } from '../source/load-source.ts'
import type { SourceForm } from '../source/load-source.ts'

/** Saved drafts that would lose answers or need corrections if this form replaced the published version. */
export function changeProblems(form: SourceForm, published: ComparedForm): Problem[] {
  const fields = new Map(fieldsOf(form).map((field) => [field.path, field]))
  return compareForms(published, {
    steps: form.steps,
    ...(isRecord(form.value.renamed) ? { renamed: form.value.renamed as NonNullable<ComparedForm['renamed']> } : {}),
  }).flatMap(({ kind, path, keyword, before, after, drafts }): Problem[] => {
    if (kind === 'removed' && drafts === 'lost')
      return [{ rule: 'field-removed', ...placeOfGroup(form, fields, path), params: { path } }]
    const field = fields.get(path)
    if (kind !== 'tightened' || !field) return []
    const what =
      keyword === 'enum' ? keyword : `${keyword} ${JSON.stringify(before) ?? '–'} → ${JSON.stringify(after) ?? '–'}`
    return [{ rule: 'field-tightened', ...placeOfField(form, field, keyword), params: { path, what } }]
  })
}

/** The place of the group that a removed field was in; the steps, if the group was removed as well. */
function placeOfGroup(form: SourceForm, fields: ReadonlyMap<string, Field>, path: string) {
  const group = fields.get(path.slice(0, path.lastIndexOf('/')))
  return group === undefined ? { source: form.source, pointer: '/steps' } : placeOfField(form, group, 'properties')
}
