import { Button, FileButton, Group, Image, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { pictureTypes } from '../../form-model/picture.ts'
import { readText, setText, textPointer } from '../edit/commands.ts'
import { pictureOf, setPicture } from '../edit/pictures.ts'
import { toolLanguages } from '../source/tool-languages.ts'
import type { PartProps } from './part-props.ts'
import { shrunkPicture } from './shrink-picture.ts'
import { TextInputs } from './TextInputs.tsx'

/** The picture of an explanation, with the text for those who do not see it. */
export function PictureField({ files, node, say, name, onChange }: PartProps) {
  const [isUnreadable, setIsUnreadable] = useState(false)
  if (node.kind !== 'info') return null
  const picture = pictureOf(node)
  const pointer = textPointer(node, 'picture')
  const title = say('picture.alt')
  const change = (next: string | undefined) =>
    onChange(say('changed.picture', { name }), (before) => setPicture(before, node, next))
  const choose = async (file: File | null) => {
    if (file === null) return
    const chosen = await shrunkPicture(file)
    setIsUnreadable(chosen === null)
    if (chosen !== null) change(chosen)
  }
  return (
    <Stack gap="xs">
      <Group align="end">
        {picture !== undefined && (
          <Image src={picture} alt={readText(files, 'ja', pointer)} w="auto" mah={160} fit="contain" />
        )}
        <FileButton
          accept={pictureTypes.join(',')}
          onChange={(file) => {
            choose(file).catch(reportError)
          }}
        >
          {(props) => (
            <Button {...props} variant="light" size="compact-md">
              {say(picture === undefined ? 'picture.add' : 'picture.replace')}
            </Button>
          )}
        </FileButton>
        {picture !== undefined && (
          <Button variant="outline" color="var(--studio-error)" size="compact-md" onClick={() => change(undefined)}>
            {say('picture.remove')}
          </Button>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {say('picture.help')}
      </Text>
      <div role="alert">
        {isUnreadable && (
          <Text size="sm" c="var(--studio-error)">
            {say('picture.unreadable')}
          </Text>
        )}
      </div>
      {picture !== undefined && (
        <Group grow align="start">
          <TextInputs
            {...{ files, say, pointer, title }}
            languages={toolLanguages}
            more={(_, text) => ({ error: text === '' && say('picture.altMissing') })}
            onWrite={(language, text) =>
              onChange(say('changed.text', { name, title }), (before) => setText(before, language, pointer, text))
            }
          />
        </Group>
      )}
    </Stack>
  )
}
