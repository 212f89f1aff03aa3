import { Fieldset, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { choiceName, choicesOf, isFreeStepId, takenValues } from '../edit/commands.ts'
import type { FormNode } from '../edit/form-tree.ts'
import { readValue } from '../edit/json-text.ts'
import { typedId } from '../source/form-name.ts'
import { isRenamable, renameChoice, renamedPath } from '../edit/rename-node.ts'
import { listOf } from '../edit/shared-lists.ts'
import { isTakenPlace, noNames } from '../edit/used-names.ts'
import type { UsedNames } from '../edit/used-names.ts'
import { isQuestionName } from '../rules/inherited-names.ts'
import { idInputProps } from './shell/id-input.ts'
import type { PartProps } from './part-props.ts'

type Props = PartProps & {
  /** The node around it, if it is no step. */
  group: FormNode | undefined
  usedNames: () => UsedNames
  /** The names in published versions: drafts contain them. */
  publishedNames: () => UsedNames
  onRename: (path: string, name: string) => void
}

/**
 * The names in the data: of the question, which can change at any time because drafts follow it, and of its choices,
 * until they are published.
 */
export function DataNames({ files, node, group, name, say, usedNames, publishedNames, onChange, onRename }: Props) {
  if (!isRenamable(files, node.path)) return <Text size="sm">{say('name', { name: node.name })}</Text>
  const published = publishedNames()
  const isPublished = published.has(node.path)
  const isFree = (wanted: string) => {
    const isOther = group
      ? group.children.every((child) => child.name !== wanted)
      : isFreeStepId(files, wanted, noNames)
    const renamed = readValue(files['form.json'] ?? '{}', '/renamed')
    // A name that only this page has had is in no draft, and the former names of a question are its own.
    return isOther && !isTakenPlace(published, renamed, node.path, renamedPath(node.path, wanted))
  }
  // The values of a shared list are in other forms, too.
  const hasOwn = (node.kind === 'choice' || node.kind === 'choices') && listOf(node) === null
  const choices = hasOwn ? choicesOf(files, node) : []
  return (
    <Fieldset legend={say('data')}>
      <Stack gap="xs">
        <DataName
          label={say(group ? 'data.name' : 'data.stepName')}
          description={say(isPublished ? 'data.nameKept' : 'data.nameHelp')}
          missing={say('add.nameEmpty')}
          value={node.name}
          problemOf={(wanted) => (isQuestionName(wanted) && isFree(wanted) ? null : say('add.nameError'))}
          onRename={(wanted) => onRename(node.path, wanted)}
        />
        {choices.length > 0 && (
          <details>
            <summary>{say('data.values')}</summary>
            <SimpleGrid cols={{ base: 1, sm: 2 }} mt="xs" spacing="xs">
              {choices.map(({ value, ja }) =>
                published.has(JSON.stringify([node.path, value])) ? (
                  <Text key={value} size="sm">
                    {say('data.valueKept', { name: choiceName({ value, ja }), value })}
                  </Text>
                ) : (
                  <DataName
                    key={value}
                    label={say('data.value', { name: choiceName({ value, ja }) })}
                    description={say('data.valueHelp')}
                    missing={say('data.valueEmpty')}
                    value={value}
                    problemOf={(wanted) =>
                      /^[A-Za-z][A-Za-z0-9-]{0,40}$/.test(wanted) &&
                      !takenValues(files, node.path, choices, usedNames()).has(wanted)
                        ? null
                        : say('data.valueError')
                    }
                    onRename={(wanted) =>
                      onChange(say('changed.value', { name }), (before) => renameChoice(before, node, value, wanted))
                    }
                  />
                ),
              )}
            </SimpleGrid>
          </details>
        )}
      </Stack>
    </Fieldset>
  )
}

type NameProps = {
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
function DataName({ label, description, missing, value, problemOf, onRename }: NameProps) {
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
