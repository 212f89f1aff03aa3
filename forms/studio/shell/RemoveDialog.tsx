import { Button, Group, List, Stack, Text } from '@mantine/core'
import type { Use } from '../../edit/uses.ts'
import { StudioDialog } from '../StudioDialog.tsx'
import type { Say } from '../studio-texts.ts'

type Props = {
  name: string
  uses: readonly Use[]
  /** How many samples lose answers or are removed. */
  samples: number
  /** The name of a question or a fee for the author. */
  nameOf: (use: Use) => string
  say: Say
  onClose: () => void
  onRemove: () => void
}

/** Asks before a question is removed on which others depend. */
export function RemoveDialog({ name, uses, samples, nameOf, say, onClose, onRemove }: Props) {
  return (
    <StudioDialog say={say} onClose={onClose} title={say('remove.title', { name })}>
      <Stack>
        <Text>{say('remove.used')}</Text>
        <List>
          {uses.map((use) => (
            <List.Item key={`${use.kind} ${use.name}`}>{say(`remove.${use.kind}`, { name: nameOf(use) })}</List.Item>
          ))}
        </List>
        {samples > 0 && <Text>{say('remove.samples', { count: samples })}</Text>}
        <Group>
          <Button data-autofocus variant="default" onClick={onClose}>
            {say('remove.keep')}
          </Button>
          <Button color="var(--studio-error)" variant="outline" onClick={onRemove}>
            {say('remove.anyway')}
          </Button>
        </Group>
      </Stack>
    </StudioDialog>
  )
}
