import { Button, Group, Text } from '@mantine/core'
import { StudioDialog } from '../StudioDialog.tsx'
import type { Say } from '../studio-texts.ts'

type Props = { say: Say; onDecide: (choice: 'mine' | 'theirs') => void; onLater: () => void }

/** Asks which of two changes of the same lines to keep. Closing it decides nothing: both remain. */
export function ConflictDialog({ say, onDecide, onLater }: Props) {
  return (
    <StudioDialog say={say} title={say('conflict.title')} onClose={onLater}>
      <Text mb="md">{say('conflict.text')}</Text>
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
