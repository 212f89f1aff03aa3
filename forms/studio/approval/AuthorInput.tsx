import { TextInput } from '@mantine/core'
import type { Say } from '../studio-texts.ts'
import { rememberAuthor } from './author-name.ts'

/** Who publishes or approves. The name is remembered, because both ways to publish use it. */
export function AuthorInput({ who, say, onChange }: { who: string; say: Say; onChange: (who: string) => void }) {
  return (
    <TextInput
      label={say('approval.who')}
      description={say('approval.whoHelp')}
      autoComplete="name"
      value={who}
      onChange={({ currentTarget }) => {
        onChange(currentTarget.value)
        rememberAuthor(currentTarget.value.trim())
      }}
    />
  )
}
