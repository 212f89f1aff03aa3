import { Button, Group, Text } from '@mantine/core'
import type { AnswerCondition } from '../edit/answer-condition.ts'
import type { FormFiles } from '../edit/commands.ts'
import { rowsAround } from '../edit/form-tree.ts'
import type { FormNode } from '../edit/form-tree.ts'
import {
  contextOf,
  decidingFields,
  decidingForStep,
  dependents,
  probableField,
  setCondition,
  setStepShown,
} from '../edit/question-condition.ts'
import { ConditionEditor } from './ConditionEditor.tsx'
import { answersIn, conditionText } from './form-places.ts'
import type { StudioLanguage } from './studio-texts.ts'
import type { PartProps } from './part-props.ts'

type Props = PartProps & {
  tree: readonly FormNode[]
  language: StudioLanguage
  label: (path: string) => string
  onSplit: (path: string) => void
}

/** When a step or a question is shown, and why some questions cannot decide about it. */
export function ShownCondition(props: Props) {
  const { files, tree, node, language, say, name, label, onChange } = props
  const isStep = node.kind === 'step'
  const { condition, path } = node
  const fields = isStep ? decidingForStep(tree, node) : decidingFields(tree, path)
  const set = (before: FormFiles, next: AnswerCondition | null) =>
    isStep ? setStepShown(before, path, next) : setCondition(before, path, next)
  return (
    <ConditionEditor
      legend={say(isStep ? 'condition.step' : 'condition')}
      without={say('condition.always')}
      schema={condition}
      context={contextOf(tree, path, condition?.base ?? '')}
      words={condition && conditionText(files, tree, condition.schema, condition.base, language)}
      fields={fields}
      proposed={probableField(tree, fields, path)}
      label={label}
      answersOf={(field) => answersIn(files, field, say)}
      say={say}
      onChange={(next) => onChange(say('changed.condition', { name }), (before) => set(before, next))}
    >
      {!isStep && <OtherQuestions {...props} />}
    </ConditionEditor>
  )
}

/** Why questions are not offered, and what to do instead. */
function OtherQuestions({ tree, node, say, label, onSplit }: Props) {
  const isInList = node.path.includes('/[]/')
  const isInTable = rowsAround(tree, node.path) !== null
  const after = dependents(tree, node.path).filter((other) => other.kind !== 'step')
  const first = tree.find(({ path }) => node.path.startsWith(`${path}/`))
  const isOnlyQuestion = first?.children.length === 1
  return (
    <>
      {after.length > 0 && (
        <Text size="sm" c="dimmed">
          {say('condition.after', { names: after.map(({ path }) => label(path)).join(' / ') })}
        </Text>
      )}
      {(isInTable || isInList) && (
        <Text size="sm" c="dimmed">
          {say(isInTable ? 'condition.inTable' : 'condition.inList')}
        </Text>
      )}
      {!isInTable && !isInList && !isOnlyQuestion && (
        <>
          <Text size="sm" c="dimmed">
            {say('condition.otherSteps')}
          </Text>
          <Group>
            <Button variant="default" size="compact-md" onClick={() => onSplit(node.path)}>
              {say('split')}
            </Button>
          </Group>
        </>
      )}
    </>
  )
}
