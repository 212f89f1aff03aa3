import { TextInput } from '@mantine/core'
import type { Ref } from 'react'
import type { Say } from '../studio-texts.ts'
import { rememberAuthor } from './author-name.ts'

type Props = {
  who: string
  /** Why the name is needed, after a step was tried without it. */
  error?: string | null
  isFocused?: boolean
  ref?: Ref<HTMLInputElement>
  say: Say
  onChange: (who: string) => void
}

/** Who publishes or approves. The name is remembered, because both ways to publish use it. */
export function AuthorInput({ who, error = null, isFocused = false, ref, say, onChange }: Props) {
  return (
    <TextInput
      ref={ref}
      label={say('approval.who')}
      description={say('approval.whoHelp')}
      autoComplete="name"
      error={error}
      data-autofocus={isFocused || undefined}
      value={who}
      onChange={({ currentTarget }) => {
        onChange(currentTarget.value)
        rememberAuthor(currentTarget.value.trim())
      }}
    />
  )
}
