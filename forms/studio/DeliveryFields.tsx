import { Fieldset, Stack, Switch, Text } from '@mantine/core'
import { conditionFields, schemaOf } from '../edit/answer-condition.ts'
import { edit, setInForm } from '../edit/commands.ts'
import { serviceJson } from '../edit/fees.ts'
import type { FormNode } from '../edit/form-tree.ts'
import { putValue, readValue, unreadableAt } from '../edit/json-text.ts'
import { ConditionEditor } from './ConditionEditor.tsx'
import { answersIn, conditionText, trailLabel } from './form-places.ts'
import type { PanelProps } from './part-props.ts'

type Props = PanelProps & {
  tree: readonly FormNode[]
}

/** Whether results are sent by post, and to whom: one answer, although it is in two files. */
export function DeliveryFields({ files, tree, language, say, onChange }: Props) {
  const service = files[serviceJson]
  const isReadable = service !== undefined && unreadableAt(service) === null
  const isSent = isReadable && readValue(service, '/needsShipping') === true
  const when = readValue(files['form.json'] ?? '{}', '/delivery/when')
  return (
    <Fieldset legend={say('delivery')}>
      <Stack gap="xs">
        <Switch
          label={say('service.needsShipping')}
          description={isReadable ? undefined : say(service === undefined ? 'service.missing' : 'service.broken')}
          disabled={!isReadable}
          checked={isSent}
          onChange={({ currentTarget: { checked } }) =>
            onChange(say('changed.delivery'), (before) =>
              edit(before, serviceJson, (json) => putValue(json, '/needsShipping', checked || undefined)),
            )
          }
        />
        {!isSent && <Text size="sm">{say(when === undefined ? 'delivery.never' : 'delivery.unused')}</Text>}
        {(isSent || when !== undefined) && (
          <ConditionEditor
            fields={conditionFields(tree)}
            label={(path) => trailLabel(files, tree, path)}
            answersOf={(field) => answersIn(files, field, say)}
            say={say}
            legend={say('delivery.when')}
            without={say('delivery.always')}
            schema={when === undefined ? null : { base: '', schema: when }}
            words={conditionText(files, tree, when, '', language)}
            onChange={(condition) =>
              onChange(say('changed.delivery'), (before) =>
                condition
                  ? setInForm(before, '/delivery/when', schemaOf(condition))
                  : setInForm(before, '/delivery', undefined),
              )
            }
          />
        )}
      </Stack>
    </Fieldset>
  )
}
