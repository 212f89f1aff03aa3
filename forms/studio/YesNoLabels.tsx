import { Fieldset, Group, TextInput } from '@mantine/core'
import { spokenLanguage } from '../../form-model/language-tag.ts'
import { readText, setText, textPointer } from '../edit/commands.ts'
import type { FormFiles } from '../edit/commands.ts'
import { editedLanguages } from '../edit/form-files.ts'
import type { FormNode } from '../edit/form-tree.ts'
import { titleIn } from './studio-texts.ts'
import type { Say } from './studio-texts.ts'

type Props = {
  files: FormFiles
  node: FormNode
  say: Say
  /** The question for the author. */
  name: string
  onChange: (title: string, command: (files: FormFiles) => FormFiles) => void
}

/** The words for both answers of a question with yes and no. */
export function YesNoLabels({ files, node, say, name, onChange }: Props) {
  return (
    <Fieldset legend={say('choices')}>
      {(['true', 'false'] as const).map((answer) => (
        <Group key={answer} grow align="start">
          {editedLanguages(files).map((language) => {
            const pointer = `${textPointer(node, 'options')}/${answer}`
            return (
              <TextInput
                key={language}
                lang={spokenLanguage(language)}
                label={titleIn(language, say(answer === 'true' ? 'yes' : 'no'), say)}
                value={readText(files, language, pointer)}
                onChange={({ currentTarget: { value } }) =>
                  onChange(say('changed.choices', { name }), (before) => setText(before, language, pointer, value))
                }
              />
            )
          })}
        </Group>
      ))}
    </Fieldset>
  )
}
