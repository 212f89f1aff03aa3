import { Button } from '@mantine/core'
import type { Say } from '../studio-texts.ts'

type Props = {
  say: Say
  /** The name of the button with what it removes, which only its place shows. */
  label: string
  isDisabled?: boolean
  onClick: () => void
}

/** Removes what it is beside. */
export function RemoveButton({ say, label, isDisabled = false, onClick }: Props) {
  return (
    <Button
      variant="outline"
      color="var(--studio-error)"
      size="compact-md"
      aria-label={label}
      disabled={isDisabled}
      onClick={onClick}
    >
      {say('remove')}
    </Button>
  )
}
