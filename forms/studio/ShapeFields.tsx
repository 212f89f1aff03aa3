import { Code, Group, Stack, Text } from '@mantine/core'
import { joinPointer } from '../../form-model/pointer.ts'
import { textPointer } from '../edit/commands.ts'
import { messageKey, mostCharacters, setMessage, setShape, shapeFormats, shapeOf } from '../edit/answer-shapes.ts'
import type { AnswerShape } from '../edit/answer-shapes.ts'
import { toolLanguages } from '../source/tool-languages.ts'
import type { PartProps } from './part-props.ts'
import { Choose } from './shell/Choose.tsx'
import { NumberField } from './shell/NumberField.tsx'
import { TextInputs } from './TextInputs.tsx'

const kinds = ['any', 'digits', 'letters', ...shapeFormats] as const

/** What a line of text must look like, and the message for one that does not. */
export function ShapeFields({ files, node, say, name, onChange }: PartProps) {
  const shape = shapeOf(node)
  // The format of a date is its kind, not a shape that an author chooses.
  const isOfKind = node.kind === 'date' && node.schema.pattern === undefined
  if (isOfKind || (node.kind !== 'text' && shape.kind !== 'written')) return null
  const key = messageKey(node)
  const set = (next: Exclude<AnswerShape, { kind: 'written' }>) =>
    onChange(say('changed.shape', { name }), (before) => setShape(before, node, next))
  const choose = (kind: (typeof kinds)[number]) => {
    const counted = 'least' in shape ? shape : { least: 8, most: 8 }
    set(kind === 'digits' || kind === 'letters' ? { ...counted, kind } : { kind })
  }
  return (
    <Stack gap="xs">
      <Group grow align="end">
        <Choose
          label={say('shape')}
          value={shape.kind}
          choices={kinds.map((kind) => ({ value: kind, label: say(`shape.${kind}`) }))}
          other={say('shape.written')}
          onChoose={choose}
        />
        {'least' in shape && (
          <>
            <NumberField
              label={say('shape.most')}
              value={shape.most}
              min={1}
              max={mostCharacters}
              isRequired
              say={say}
              onChange={(most = shape.most) =>
                set({ ...shape, most, least: shape.least === shape.most ? most : Math.min(shape.least, most) })
              }
            />
            <NumberField
              label={say('shape.least')}
              value={shape.least === shape.most ? undefined : shape.least}
              min={1}
              max={shape.most}
              say={say}
              onChange={(least = shape.most) => set({ ...shape, least })}
            />
          </>
        )}
      </Group>
      {shape.kind === 'written' && (
        <Text size="sm" c="dimmed">
          <span>{say('shape.kept')}</span> <Code>{String(node.schema.pattern ?? node.schema.format)}</Code>
        </Text>
      )}
      {key !== null && (
        <Group grow align="start">
          <TextInputs
            {...{ files, say }}
            pointer={joinPointer(textPointer(node, 'errors'), key)}
            title={say('shape.message')}
            languages={toolLanguages}
            more={(language) => (language === 'ja' ? { description: say('shape.messageHelp') } : {})}
            onWrite={(language, text) =>
              onChange(say('changed.text', { name, title: say('shape.message') }), (before) =>
                setMessage(before, language, node, key, text),
              )
            }
          />
        </Group>
      )}
    </Stack>
  )
}
