import { Affix, Alert, Button, Group } from '@mantine/core'
import type { SaveState } from '../studio-document.ts'
import type { Say } from '../studio-texts.ts'
import css from '../Studio.module.css'

type Props = {
  save: SaveState
  say: Say
  /** Asks again which of two changes to keep. */
  onDecide: () => void
}

/** Why the changes are not saved. It is visible in every pane, and moves nothing else. */
export function SaveProblem({ save, say, onDecide }: Props) {
  if (save !== 'unreachable' && save !== 'conflict') return null
  return (
    <Affix position={{ bottom: 12, left: 12 }} className={css.saveProblem ?? ''}>
      <Alert color="red.9" variant="filled" title={say(`save.${save}`)} role="alert">
        {save === 'unreachable' ? (
          say('save.kept')
        ) : (
          <Group>
            <Button variant="white" color="red.9" size="compact-md" onClick={onDecide}>
              {say('conflict.decide')}
            </Button>
          </Group>
        )}
      </Alert>
    </Affix>
  )
}
