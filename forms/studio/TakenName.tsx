import { Button, Stack, Text } from '@mantine/core'
import { isNamedType } from '../source/named-types.ts'
import { focusAtFirst } from './shell/focus-at-first.ts'
import type { Say } from './studio-texts.ts'
import type { TakenName } from './studio-host.ts'

const mostFiles = 5

/** Why a form cannot have its name. */
function takenWords(taken: TakenName, say: Say): string {
  if (taken.kind !== 'leftover') return say(`new.${taken.kind}`)
  const { files } = taken
  const shown = files.slice(0, mostFiles).join(say('list.comma'))
  const more = files.length > mostFiles ? say('new.moreFiles', { count: files.length - mostFiles }) : ''
  return say('new.leftover', { count: files.length, files: shown + more })
}

/** The type of applicants in words. */
export function typeWords(type: string, say: Say): string {
  return isNamedType(type) ? say(`new.type.${type}`) : type
}

type Props = {
  taken: TakenName
  /** The wanted type of applicants. */
  type: string
  say: Say
  onOpen: () => void
  onRestore: (type: string) => void
  onRemoveLeftover: () => void
}

/** Why a form cannot have its name, and the ways on. It takes the focus, which brings it into view. */
export function TakenNameNotice({ taken, say, ...ways }: Props) {
  return (
    <Stack gap="xs" ref={focusAtFirst} tabIndex={-1}>
      <Text role="alert" c="var(--studio-error)">
        {takenWords(taken, say)}
      </Text>
      <WaysOn {...ways} taken={taken} say={say} />
    </Stack>
  )
}

function WaysOn({ taken, type, say, onOpen, onRestore, onRemoveLeftover }: Props) {
  switch (taken.kind) {
    case 'exists':
      return (
        <Button variant="default" onClick={onOpen}>
          {say('new.openExisting')}
        </Button>
      )
    case 'leftover':
      return (
        <Button variant="outline" color="var(--studio-error)" onClick={onRemoveLeftover}>
          {say('new.removeLeftover')}
        </Button>
      )
    case 'published':
      // The form for other applicants can be added once that of the service is here again.
      return (taken.types.includes(type) ? [type] : taken.types).map((one) => (
        <Button key={one} variant="default" onClick={() => onRestore(one)}>
          {say('new.restore', { type: typeWords(one, say) })}
        </Button>
      ))
  }
}
