import { Button, Code, Group, Stack, Text } from '@mantine/core'
import css from '../Studio.module.css'
import type { Conflict } from '../studio-document.ts'
import { StudioDialog } from '../StudioDialog.tsx'
import type { Say } from '../studio-texts.ts'

/** The first conflicts show what was changed; a dialog with hundreds could not be read. */
const mostShown = 5

type Props = {
  say: Say
  conflicts: readonly Conflict[]
  /** The question at a place, if there is one. */
  questionAt: (conflict: Conflict) => string | null
  onDecide: (choice: 'mine' | 'theirs') => void
  onLater: () => void
}

/** Asks which of two changes of the same lines to keep. Closing it decides nothing: both remain. */
export function ConflictDialog({ say, conflicts, questionAt, onDecide, onLater }: Props) {
  const shown = (text: string | null) =>
    text === null ? say('conflict.removed') : text === '' ? say('conflict.empty') : text
  return (
    <StudioDialog say={say} title={say('conflict.title')} onClose={onLater}>
      <Text mb="md">{say('conflict.text')}</Text>
      <Stack mb="md">
        {conflicts.slice(0, mostShown).map((conflict) => {
          const { file, line, mine, theirs } = conflict
          const question = questionAt(conflict)
          const place = say('conflict.place', { file, line })
          return (
            <Stack gap={4} key={`${file}:${line}`}>
              <Text fw={600}>{question === null ? place : say('conflict.question', { question, place })}</Text>
              <Text size="sm">{say('conflict.yours')}</Text>
              <Code block className={css.changedLines ?? ''}>
                {shown(mine)}
              </Code>
              <Text size="sm">{say('conflict.others')}</Text>
              <Code block className={css.changedLines ?? ''}>
                {shown(theirs)}
              </Code>
            </Stack>
          )
        })}
        {conflicts.length > mostShown && <Text>{say('conflict.more', { count: conflicts.length - mostShown })}</Text>}
      </Stack>
      <Group>
        <Button onClick={() => onDecide('mine')} data-autofocus>
          {say('conflict.mine')}
        </Button>
        <Button variant="default" onClick={() => onDecide('theirs')}>
          {say('conflict.theirs')}
        </Button>
        <Button variant="subtle" onClick={onLater}>
          {say('conflict.later')}
        </Button>
      </Group>
    </StudioDialog>
  )
}
