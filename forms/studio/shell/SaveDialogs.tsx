import { Alert, Button, Group } from '@mantine/core'
import { use, useState } from 'react'
import css from '../Studio.module.css'
import type { SaveState, StudioDocument } from '../studio-document.ts'
import { ConflictDialog } from './ConflictDialog.tsx'
import { conflictPlace } from './conflict-words.ts'
import type { PaneProps } from './pane-props.ts'
import { StudioExtrasContext } from './studio-extras.ts'

type Props = Pick<PaneProps, 'state' | 'language' | 'say'> & {
  edited: StudioDocument
  form: Pick<PaneProps['form'], 'files' | 'tree'>
  save: SaveState
}

/** Why the changes are not saved, above all panes, and the question which of two changes to keep. */
export function SaveDialogs({ edited, form, state, save, language, say }: Props) {
  const { Problem, isRefused } = use(StudioExtrasContext)
  /** The author decides later which of two changes to keep. */
  const [isPostponed, setIsPostponed] = useState(false)
  if (isPostponed && save !== 'conflict') setIsPostponed(false)
  if (save === 'conflict' && !isPostponed) {
    const context = { files: form.files, texts: state.files, tree: form.tree ?? [], language, say }
    return (
      <ConflictDialog
        say={say}
        conflicts={edited.conflicts()}
        placeOf={(conflict) => conflictPlace(conflict, context)}
        onDecide={(choice) => edited.decide(choice)}
        onLater={() => setIsPostponed(true)}
      />
    )
  }
  if (save !== 'unreachable' && save !== 'conflict') return null
  return (
    <Alert
      color="red.9"
      variant="filled"
      radius={0}
      className={css.saveProblem ?? ''}
      title={say(save === 'unreachable' && isRefused?.() === true ? 'save.unsaved' : `save.${save}`)}
      role="alert"
    >
      {save === 'unreachable' ? (
        Problem ? (
          <Problem language={language} />
        ) : (
          say('save.kept')
        )
      ) : (
        <Group>
          <Button variant="white" color="red.9" size="compact-md" onClick={() => setIsPostponed(false)}>
            {say('conflict.decide')}
          </Button>
        </Group>
      )}
    </Alert>
  )
}
