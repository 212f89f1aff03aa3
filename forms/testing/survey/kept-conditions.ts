import type { FieldPath } from '../../../form-model/definition.ts'
import { joinPointer } from '../../../form-model/pointer.ts'
import { isRecord, recordOf } from '../../../form-model/record.ts'
import { conditionIn } from '../../edit/answer-condition.ts'
import { setKeyword, setRequired, treeOf } from '../../edit/commands.ts'
import type { FormFiles } from '../../edit/commands.ts'
import { allNodes, isQuestion } from '../../edit/form-tree.ts'
import { readValue, writtenValue } from '../../edit/json-text.ts'
import { allFields, fieldTree } from '../../source/fields.ts'
import type { Field } from '../../source/fields.ts'
import { conditionText } from '../../studio/form-places.ts'

/** How the studio shows the conditions of a form. */
type ConditionCounts = {
  all: number
  /** Shown as a sentence. */
  inWords: number
  /** Can be changed as rows of questions and answers. */
  asRows: number
  /** Pointers of conditions whose text is another one after every question of the form was changed. */
  changed: string[]
}

export function countConditions(files: FormFiles): ConditionCounts {
  const tree = treeOf(files)
  const conditions = conditionsIn(readValue(files['form.json'] ?? '{}', ''))
  const after = allNodes(tree)
    .filter(isQuestion)
    .reduce((result, node) => setKeyword(setRequired(result, node, !node.required), node, 'minLength', 1), files)
  const written = (from: FormFiles, pointer: string) => writtenValue(from['form.json'] ?? '{}', pointer)
  return {
    all: conditions.length,
    inWords: conditions.filter(({ schema, base }) => conditionText(files, tree, schema, base, 'ja') !== null).length,
    asRows: conditions.filter(({ schema, base }) => conditionIn(schema, base) !== null).length,
    changed: conditions.map(({ pointer }) => pointer).filter((at) => written(files, at) !== written(after, at)),
  }
}

type FoundCondition = { pointer: string; base: FieldPath; schema: unknown }

function conditionsIn(form: unknown): FoundCondition[] {
  if (!isRecord(form)) return []
  const steps = Array.isArray(form.steps) ? (form.steps as unknown[]) : []
  const { steps: _steps, ...rest } = form
  return [
    ...steps.flatMap((step, index): FoundCondition[] => {
      if (!isRecord(step)) return []
      const pointer = `/steps/${index}`
      const visible = { pointer: `${pointer}/visibleWhen`, base: '', schema: step.visibleWhen }
      return [
        ...(step.visibleWhen === undefined ? [] : [visible]),
        ...branchesIn(fieldTree(String(step.id), recordOf(step.schema), {}, `${pointer}/schema`)),
      ]
    }),
    ...wholeConditionsIn(rest, ''),
  ]
}

/** `if` of a group and below, each over the answers of its group. */
function branchesIn(step: Field): FoundCondition[] {
  return allFields(step).flatMap(({ parts, path }) =>
    parts.flatMap(({ schema, pointer }) =>
      schema.if === undefined ? [] : [{ pointer: `${pointer}/if`, base: path, schema: schema.if }],
    ),
  )
}

/** `when` of required questions, fees and delivery: over the whole answers. */
function wholeConditionsIn(value: unknown, pointer: string): FoundCondition[] {
  if (Array.isArray(value)) return value.flatMap((entry, index) => wholeConditionsIn(entry, `${pointer}/${index}`))
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'when' && isRecord(inner)
      ? [{ pointer: `${pointer}/when`, base: '', schema: inner }]
      : wholeConditionsIn(inner, joinPointer(pointer, key)),
  )
}
