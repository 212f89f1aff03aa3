import { Button, Fieldset, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { JsonSchema } from '../../form-model/definition.ts'
import { conditionFields, schemaOf } from '../edit/answer-condition.ts'
import { setInForm } from '../edit/commands.ts'
import { addExempt, addFeeLine, feeLines, setExempt, setFeeKey } from '../edit/fees.ts'
import type { FormNode } from '../edit/form-tree.ts'
import { readValue } from '../edit/json-text.ts'
import { ConditionEditor } from './ConditionEditor.tsx'
import { DeliveryFields } from './DeliveryFields.tsx'
import { FeeFields, FeeNames, feeTitle } from './FeeFields.tsx'
import { FeeSamples } from './FeeSamples.tsx'
import { answersIn, conditionText, trailLabel } from './form-places.ts'
import type { PreviewForm } from '../preview/preview-library.ts'
import { NumberField } from './shell/NumberField.tsx'
import type { PanelProps } from './part-props.ts'

type Props = PanelProps & {
  tree: readonly FormNode[]
  /** The valid samples of the form as it was checked last. */
  samples: PreviewForm['samples']
  /** Fills the preview with the answers of a sample. */
  onShow: (sample: string) => void
}

/** The lines of the fee, and when something is sent by post. */
export function FeesPanel({ files, tree, language, say, onChange, samples, onShow }: Props) {
  const lines = feeLines(files)
  const total = (key: 'minimum' | 'maximum') => {
    const yen = readValue(files['form.json'] ?? '{}', `/fee/${key}`)
    return typeof yen === 'number' ? yen : undefined
  }
  /** The line for whose condition the author chooses a question; meanwhile the line counts always. */
  const [opened, setOpened] = useState<number | null>(null)
  const fields = conditionFields(tree)
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
            open={{ isOpen: opened === index, onOpen: () => setOpened(index) }}
            onChange={(condition) => {
              setOpened(null)
              onChange(feeTitle(files, line, say, 'fees.when'), (before) =>
                setFeeKey(before, index, 'when', condition ? schemaOf(condition) : undefined),
              )
            }}
          />
          <ConditionEditor
            {...shared}
            legend={say('fees.exempt')}
            without={say('fees.exempt.never')}
            schema={line.exempt?.when === undefined ? null : { base: '', schema: line.exempt.when }}
            words={conditionText(files, tree, line.exempt?.when, '', language)}
            open={{
              isOpen: line.exempt !== undefined && line.exempt.when === undefined,
              onOpen: () =>
                onChange(feeTitle(files, line, say, 'fees.exempt'), (before) =>
                  addExempt(before, index, { ja: '免除', en: 'Exemption' }),
                ),
            }}
            onChange={(condition) =>
              onChange(feeTitle(files, line, say, 'fees.exempt'), (before) =>
                setExempt(before, index, condition ? (schemaOf(condition) as JsonSchema) : undefined),
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
      {lines.length > 0 && (
        <Fieldset legend={say('fees.total')}>
          <Group grow align="end">
            {(['minimum', 'maximum'] as const).map((key) => (
              <NumberField
                key={key}
                label={say(`fees.total.${key}`)}
                value={total(key)}
                min={key === 'maximum' ? 1 : 0}
                max={100_000_000}
                say={say}
                onChange={(yen) =>
                  onChange(say('changed.fee', { name: say(`fees.total.${key}`) }), (before) =>
                    setInForm(before, `/fee/${key}`, yen),
                  )
                }
              />
            ))}
          </Group>
        </Fieldset>
      )}
      {lines.length > 0 && <FeeSamples {...{ files, samples, language, say, onChange, onShow }} />}
      <DeliveryFields {...{ files, tree, language, say, onChange }} />
    </Stack>
  )
}
