import { uiOption } from '../../form-model/schema-walk.ts'
import { completeLanguages } from '../source/complete-languages.ts'
import { fieldsOf, isSingleControl } from '../source/fields.ts'
import type { Field } from '../source/fields.ts'
import type { Problem } from '../source/finding.ts'
import { ownTextPointer, placeOfField, textOf } from '../source/load-source.ts'
import type { SourceForm } from '../source/load-source.ts'

/** More columns have no space on a page: a week has seven days. */
const mostColumns = 7

/** `table-rows` and `table-labels`: groups in a table share the headings of their columns. */
export function tableProblems(form: SourceForm): Problem[] {
  const tables = fieldsOf(form).filter(({ kind, ui }) => kind === 'group' && uiOption(ui, 'layout') === 'table')
  return tables.flatMap((table) => {
    const wrong = table.children.filter((row) => !isRowLike(row, table.children[0]))
    if (table.children.length > 0 && wrong.length === 0) return labelProblems(form, table.children)
    const [row = table] = wrong
    return [{ rule: 'table-rows', ...placeOfField(form, row), params: { path: row.path, limit: mostColumns } }]
  })
}

/** Whether a row has the same questions as the first one. */
function isRowLike(row: Field, first: Field | undefined): boolean {
  const names = (group: Field | undefined) => JSON.stringify(group?.children.map(({ name }) => name).toSorted())
  const isCell = (field: Field) => field.kind === 'field' || isSingleControl(field)
  const count = row.children.length
  return (
    row.kind === 'group' &&
    count > 0 &&
    count <= mostColumns &&
    row.children.every(isCell) &&
    names(row) === names(first)
  )
}

function labelProblems(form: SourceForm, [first, ...rows]: readonly Field[]): Problem[] {
  return completeLanguages.flatMap((language) => {
    const texts = form.texts[language]
    if (!texts) return []
    const labelOf = (path: string) => {
      const label = textOf(texts, path)?.label
      return typeof label === 'string' ? label : undefined
    }
    return rows.flatMap((row) =>
      row.children.flatMap(({ name, path }): Problem[] => {
        const heading = labelOf(`${first?.path}${path.slice(row.path.length)}`)
        const label = labelOf(path)
        if (label === undefined || heading === undefined || label === heading) return []
        const params = { path, name, label, heading, language }
        return [{ rule: 'table-labels', source: texts.source, pointer: ownTextPointer(texts, path), params }]
      }),
    )
  })
}
