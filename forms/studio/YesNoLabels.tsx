import { Fieldset, Group } from '@mantine/core'
import { setText, textPointer } from '../edit/commands.ts'
import type { PartProps } from './part-props.ts'
import { TextInputs } from './TextInputs.tsx'

/** The words for both answers of a question with yes and no. */
export function YesNoLabels({ files, node, say, name, onChange }: PartProps) {
  const pointerOf = (answer: string) => `${textPointer(node, 'options')}/${answer}`
  return (
    <Fieldset legend={say('choices')}>
      {(['true', 'false'] as const).map((answer) => (
        <Group key={answer} grow align="start">
          <TextInputs
            {...{ files, say }}
            pointer={pointerOf(answer)}
            title={say(answer === 'true' ? 'yes' : 'no')}
            onWrite={(language, text) =>
              onChange(say('changed.choices', { name }), (before) => setText(before, language, pointerOf(answer), text))
            }
          />
        </Group>
      ))}
    </Fieldset>
  )
}
