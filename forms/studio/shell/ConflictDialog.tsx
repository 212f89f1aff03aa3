import { Button, Code, Group, Stack, Text } from '@mantine/core'
import css from '../Studio.module.css'
import type { Conflict } from '../studio-document.ts'
import { StudioDialog } from '../StudioDialog.tsx'
import type { Say } from '../studio-texts.ts'
import { valueWords } from './conflict-words.ts'

/** The first conflicts show what was changed; a dialog with hundreds could not be read. */
const mostShown = 5

type Props = {
  say: Say
  conflicts: readonly Conflict[]
  /** A place in words. */
  placeOf: (conflict: Conflict) => string
  onDecide: (choice: 'mine' | 'theirs') => void
  onLater: () => void
}

/** Asks which of two changes of the same place to keep. Closing it decides nothing: both remain. */
export function ConflictDialog({ say, conflicts, placeOf, onDecide, onLater }: Props) {
  return (
    <StudioDialog say={say} title={say('conflict.title')} onClose={onLater}>
      <Text mb="md">{say('conflict.text')}</Text>
      <Stack mb="md">
        {conflicts.slice(0, mostShown).map((conflict) => (
          <Stack gap={4} key={`${conflict.file} ${conflict.kind === 'value' ? conflict.pointer : conflict.line}`}>
            <Text fw={600}>{placeOf(conflict)}</Text>
            <Text size="sm">{say('conflict.yours')}</Text>
            <Side {...conflict} content={conflict.mine} say={say} />
            <Text size="sm">{say('conflict.others')}</Text>
            <Side {...conflict} content={conflict.theirs} say={say} />
          </Stack>
        ))}
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

function Side({ kind, content, say }: { kind: Conflict['kind']; content: unknown; say: Say }) {
  const lines = content === null ? say('conflict.removed') : content === '' ? say('conflict.empty') : content
  const words = kind === 'lines' ? null : valueWords(content, say)
  if (words !== null) return <Text className={css.changedLines ?? ''}>{words}</Text>
  return (
    <Code block className={css.changedLines ?? ''}>
      {typeof lines === 'string' ? lines : JSON.stringify(lines, null, 2)}
    </Code>
  )
}
