import { Button, Group, Stack, Text } from '@mantine/core'
import type { JsonSchema } from '../../form-model/definition.ts'
import { conditionFields, schemaOf, setWhen } from '../edit/answer-condition.ts'
import type { FormFiles } from '../edit/commands.ts'
import { addFeeLine, feeLines, setExempt, setFeeKey } from '../edit/fees.ts'
import type { FormNode } from '../edit/form-tree.ts'
import { readValue } from '../edit/json-text.ts'
import { ConditionEditor } from './ConditionEditor.tsx'
import { FeeFields, FeeNames, feeTitle } from './FeeFields.tsx'
import { answersIn, conditionText, trailLabel } from './form-places.ts'
import type { Say, StudioLanguage } from './studio-texts.ts'

type Props = {
  files: FormFiles
  tree: readonly FormNode[]
  language: StudioLanguage
  say: Say
  onChange: (title: string, command: (files: FormFiles) => FormFiles) => void
}

/** The lines of the fee, and when something is sent by post. */
export function FeesPanel({ files, tree, language, say, onChange }: Props) {
  const lines = feeLines(files)
  const fields = conditionFields(tree)
  const delivery = readValue(files['form.json'] ?? '{}', '/delivery/when')
  const shared = {
    fields,
    label: (path: string) => trailLabel(files, tree, path),
    answersOf: (field: FormNode) => answersIn(files, field, say),
    say,
  }
  return (
    <Stack gap="md">
      {lines.length === 0 && <Text>{say('fees.none')}</Text>}
      {lines.map((line, index) => (
        <FeeFields
          // A line is named by its position in the file.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          {...{ files, tree, say, onChange, line, index }}
        >
          <ConditionEditor
            {...shared}
            legend={say('fees.when')}
            without={say('fees.always')}
            schema={line.when === undefined ? null : { base: '', schema: line.when }}
            words={conditionText(files, tree, line.when, '', language)}
            onChange={(condition) =>
              onChange(feeTitle(files, line, say, 'fees.when'), (before) =>
                setFeeKey(before, index, 'when', condition ? schemaOf(condition) : undefined),
              )
            }
          />
          <ConditionEditor
            {...shared}
            legend={say('fees.exempt')}
            without={say('fees.exempt.never')}
            schema={line.exempt === undefined ? null : { base: '', schema: line.exempt.when }}
            words={conditionText(files, tree, line.exempt?.when, '', language)}
            onChange={(condition) =>
              onChange(feeTitle(files, line, say, 'fees.exempt'), (before) =>
                setExempt(before, index, condition ? (schemaOf(condition) as JsonSchema) : undefined, {
                  ja: '免除',
                  en: 'Exemption',
                }),
              )
            }
          />
          {line.exempt && (
            <FeeNames
              {...{ files, say, onChange }}
              textKey={line.exempt.text}
              label={say('fees.exempt.reason')}
              title={feeTitle(files, line, say, 'fees.exempt')}
            />
          )}
        </FeeFields>
      ))}
      <Group>
        <Button
          variant="light"
          onClick={() =>
            onChange(say('added', { name: say('fees.new') }), (before) =>
              addFeeLine(before, { ja: '手数料', en: 'Fee' }),
            )
          }
        >
          {say('fees.add')}
        </Button>
      </Group>
      <ConditionEditor
        {...shared}
        legend={say('delivery.when')}
        without={say('delivery.never')}
        schema={delivery === undefined ? null : { base: '', schema: delivery }}
        words={conditionText(files, tree, delivery, '', language)}
        onChange={(condition) =>
          onChange(say('changed.delivery'), (before) =>
            condition
              ? setWhen(before, '/delivery/when', schemaOf(condition))
              : setWhen(before, '/delivery', undefined),
          )
        }
      />
    </Stack>
  )
}
