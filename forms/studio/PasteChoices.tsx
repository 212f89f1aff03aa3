import { Button, Group, List, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { addChoices, keptChoices, readPasted } from '../edit/choice-list.ts'
import { choicesOf } from '../edit/commands.ts'
import type { UsedNames } from '../edit/used-names.ts'
import { focusAtFirst } from './shell/focus-at-first.ts'
import type { PartProps } from './part-props.ts'
import { StudioDialog } from './StudioDialog.tsx'

const shownDuplicates = 20

/** A list of choices at once: one a line, from a text or from Excel. */
export function PasteChoices({ usedNames, ...props }: PartProps & { usedNames: () => UsedNames }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Group mt="xs">
        <Button variant="light" size="compact-md" onClick={() => setIsOpen(true)}>
          {props.say('paste')}
        </Button>
      </Group>
      {isOpen && <PasteDialog {...props} used={usedNames()} onClose={() => setIsOpen(false)} />}
    </>
  )
}

type DialogProps = PartProps & { used: UsedNames; onClose: () => void }

function PasteDialog({ files, node, say, name, onChange, used, onClose }: DialogProps) {
  const [text, setText] = useState('')
  const { words, blanks, duplicates } = readPasted(text, keptChoices(choicesOf(files, node)))
  const isEmpty = text.trim() === ''
  return (
    <StudioDialog say={say} onClose={onClose} title={say('paste.title', { name })} size="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (words.length === 0) return
          onChange(say('changed.choices', { name }), (before) => addChoices(before, node, words, used))
          onClose()
        }}
      >
        <Stack>
          <Textarea
            label={say('paste.list')}
            description={say('paste.help')}
            rows={12}
            value={text}
            data-autofocus
            ref={focusAtFirst}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <div role="status">
            {!isEmpty && (
              <Stack gap="xs">
                <Text>{say('paste.found', { count: words.length })}</Text>
                {blanks > 0 && <Text>{say('paste.blanks', { count: blanks })}</Text>}
                {duplicates.length > 0 && (
                  <>
                    <Text>{say('paste.duplicates', { count: duplicates.length })}</Text>
                    <List size="sm">
                      {duplicates.slice(0, shownDuplicates).map((one) => (
                        <List.Item key={one}>{one}</List.Item>
                      ))}
                    </List>
                  </>
                )}
              </Stack>
            )}
          </div>
          <Group>
            <Button type="submit" aria-disabled={words.length === 0 || undefined}>
              {say('paste.done', { count: words.length })}
            </Button>
            <Button variant="default" onClick={onClose}>
              {say('close')}
            </Button>
          </Group>
        </Stack>
      </form>
    </StudioDialog>
  )
}
