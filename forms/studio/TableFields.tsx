import { Button, Fieldset, Group, Stack, Switch, Text } from '@mantine/core'
import { RemoveButton } from './shell/RemoveButton.tsx'
import { readText, removeNode, setText, textPointer } from '../edit/commands.ts'
import { copiedPath, copyNode } from '../edit/copy-node.ts'
import { isTable } from '../edit/form-tree.ts'
import type { FormNode } from '../edit/form-tree.ts'
import { joinPointer } from '../../form-model/pointer.ts'
import { canBeTable, rowsOf, setTable } from '../edit/tables.ts'
import type { UsedNames } from '../edit/used-names.ts'
import { toolLanguages } from '../source/tool-languages.ts'
import type { PartProps } from './part-props.ts'
import { TextInputs } from './TextInputs.tsx'

type Props = PartProps & { usedNames: () => UsedNames }

/** The rows and the columns of a table of questions. */
export function TableFields(props: Props) {
  const { node, say, name, onChange } = props
  const isOn = isTable(node)
  if (!isOn && !canBeTable(node)) return null
  const rows = rowsOf(node)
  return (
    <Stack gap="sm">
      <Switch
        label={say('matrix.layout')}
        checked={isOn}
        onChange={({ currentTarget }) => {
          const { checked } = currentTarget
          onChange(say('changed.matrix', { name }), (before) => setTable(before, node, checked))
        }}
      />
      {isOn && (
        <>
          <Lines {...props} part="row" nodes={rows} />
          <Lines {...props} part="column" nodes={rows[0]?.children ?? []} />
          <Text size="sm" c="dimmed">
            {say('matrix.help')}
          </Text>
        </>
      )}
    </Stack>
  )
}

type LinesProps = Props & { part: 'row' | 'column'; nodes: readonly FormNode[] }

/** The names of the rows or columns. A new one is a copy of the last. The other rows follow a change of a column. */
function Lines({ files, say, name, onChange, usedNames, part, nodes }: LinesProps) {
  const last = nodes.at(-1)
  const add = (after: FormNode) => {
    const copied = copiedPath(files, after.path, usedNames())
    const number = nodes.length + 1
    onChange(say(`matrix.${part}Added`, { name }), (before) =>
      toolLanguages.reduce(
        (result, language) =>
          setText(
            result,
            language,
            joinPointer(joinPointer('/fields', copied), 'label'),
            say(`matrix.new.${language}`, { number }),
          ),
        copyNode(before, after.path, copied),
      ),
    )
  }
  return (
    <Fieldset legend={say(`matrix.${part}s`)}>
      <Stack gap="xs">
        {nodes.map((line, index) => {
          const title = say(`matrix.${part}`, { number: index + 1 })
          const pointer = textPointer(line, 'label')
          return (
            <Group key={line.path} align="end" gap="xs">
              <TextInputs
                {...{ files, say, pointer, title }}
                languages={toolLanguages}
                onWrite={(language, text) =>
                  onChange(say('changed.text', { name, title }), (before) => setText(before, language, pointer, text))
                }
              />
              <RemoveButton
                say={say}
                label={say('choice.remove', { name: readText(files, 'ja', pointer) })}
                isDisabled={nodes.length < 2}
                onClick={() =>
                  onChange(say('removed', { name: readText(files, 'ja', pointer) }), (before) =>
                    removeNode(before, line.path),
                  )
                }
              />
            </Group>
          )
        })}
        {last && (
          <Group>
            <Button variant="light" size="compact-md" onClick={() => add(last)}>
              {say(`matrix.add.${part}`)}
            </Button>
          </Group>
        )}
      </Stack>
    </Fieldset>
  )
}
