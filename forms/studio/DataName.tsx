import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { typedId } from '../source/form-name.ts'
import { idInputProps } from './shell/id-input.ts'

type Props = {
  label: string
  description: string
  /** Asks for a name. */
  missing: string
  value: string
  /** Why the name cannot be this one; `null` if it can. */
  problemOf: (name: string) => string | null
  onRename: (name: string) => void
}

/** A name in the data, which changes when the author leaves the field: half of a name is none. */
export function DataName({ label, description, missing, value, problemOf, onRename }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  const name = typedId(typed ?? value)
  const problem = name === value ? null : name.trim() === '' ? missing : problemOf(name)
  const finish = () => {
    if (problem !== null) return
    setTyped(null)
    if (name !== value) onRename(name)
  }
  return (
    <TextInput
      label={label}
      description={description}
      value={typed ?? value}
      error={problem}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      {...idInputProps(setTyped)}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) finish()
      }}
    />
  )
}
