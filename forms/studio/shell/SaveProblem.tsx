import { Affix, Alert, Button, Group } from '@mantine/core'
import { use } from 'react'
import type { SaveState } from '../studio-document.ts'
import type { Say, StudioLanguage } from '../studio-texts.ts'
import css from '../Studio.module.css'
import { StudioExtrasContext } from './studio-extras.ts'

type Props = {
  save: SaveState
  language: StudioLanguage
  say: Say
  /** Asks again which of two changes to keep. */
  onDecide: () => void
}

/** Why the changes are not saved. It is visible in every pane, and moves nothing else. */
export function SaveProblem({ save, language, say, onDecide }: Props) {
  const { Problem } = use(StudioExtrasContext)
  if (save !== 'unreachable' && save !== 'conflict') return null
  return (
    <Affix position={{ bottom: 12, left: 12 }} className={css.saveProblem ?? ''}>
      <Alert color="red.9" variant="filled" title={say(`save.${save}`)} role="alert">
        {save === 'unreachable' ? (
          Problem ? (
            <Problem language={language} />
          ) : (
            say('save.kept')
          )
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
