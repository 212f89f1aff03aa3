import { Button, Fieldset, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { leaveList, listName, makeList, joinList } from '../edit/list-commands.ts'
import { ownBlocks, saveBlock } from '../edit/own-blocks.ts'
import { listFile, listOf, listsIn } from '../edit/shared-lists.ts'
import { isFormName, typedId } from '../source/form-name.ts'
import { nameInAddress } from './shell/studio-address.ts'
import { useFormsOf } from './use-forms-of.ts'
import { idInputProps } from './shell/id-input.ts'
import { Choose } from './shell/Choose.tsx'
import { titleIn } from './studio-texts.ts'
import type { PartProps } from './part-props.ts'

/** What other forms of the tenant can use of a question: the question itself, and its choices. */
export function ReuseFields(props: PartProps) {
  const { files, node, name, say, onChange } = props
  if (node.kind === 'step') return null
  const isSaved = ownBlocks(files).some(({ title }) => title.ja === name)
  return (
    <Fieldset legend={say('reuse')}>
      <Stack gap="xs" align="start">
        {(node.kind === 'choice' || node.kind === 'choices') &&
          (listOf(node) === null ? <NewList {...props} /> : <UsedList {...props} list={listOf(node) ?? ''} />)}
        <Text size="sm">{say(isSaved ? 'reuse.savedHelp' : 'reuse.saveHelp')}</Text>
        <Button
          variant="default"
          size="compact-md"
          onClick={() => onChange(say('reuse.saved', { name }), (before) => saveBlock(before, node.path))}
        >
          {say(isSaved ? 'reuse.saveAgain' : 'reuse.save')}
        </Button>
      </Stack>
    </Fieldset>
  )
}

function UsedList({ files, node, name, say, onChange, list }: PartProps & { list: string }) {
  const forms = useFormsOf(list, nameInAddress())
  return (
    <>
      <Text size="sm">
        {say('list.used', {
          list: listName(files, list, 'ja'),
          count: forms.length,
          forms: forms.join(say('list.comma')),
        })}
      </Text>
      <Button
        variant="default"
        size="compact-md"
        onClick={() => onChange(say('list.left', { name }), (before) => leaveList(before, node))}
      >
        {say('list.leave')}
      </Button>
    </>
  )
}

function NewList({ files, node, name, say, onChange }: PartProps) {
  const lists = listsIn(files)
  const [typed, setTyped] = useState({ ja: '', en: '', id: '' })
  const [isOpen, setIsOpen] = useState(false)
  const id = typedId(typed.id)
  const isFree = isFormName(id) && files[listFile(id)] === undefined
  const wrongId = id.trim() === '' ? say('list.noId') : isFree ? null : say('list.wrongId')
  const problem = typed.ja.trim() === '' ? say('list.noName') : wrongId
  const [isAsked, setIsAsked] = useState(false)
  return (
    <>
      {lists.length > 0 && (
        <Choose
          label={say('list.choose')}
          description={say('list.chooseHelp')}
          value=""
          choices={lists.map((list) => ({ value: list, label: listName(files, list, 'ja') }))}
          other={say('list.own')}
          onChoose={(list) => onChange(say('list.usedNow', { name }), (before) => joinList(before, node, list))}
        />
      )}
      {!isOpen && (
        <Button variant="default" size="compact-md" onClick={() => setIsOpen(true)}>
          {say('list.make')}
        </Button>
      )}
      {isOpen && (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            setIsAsked(true)
            if (problem !== null) return
            const names = { ja: typed.ja.trim(), en: typed.en.trim() === '' ? typed.ja.trim() : typed.en.trim() }
            onChange(say('list.made', { name: names.ja }), (before) => makeList(before, node, id, names))
          }}
        >
          <Group align="end" gap="xs">
            <TextInput
              label={say('list.name')}
              value={typed.ja}
              onChange={({ currentTarget }) => setTyped({ ...typed, ja: currentTarget.value })}
            />
            <TextInput
              lang="en"
              label={titleIn('en', say('list.name'), say)}
              value={typed.en}
              onChange={({ currentTarget }) => setTyped({ ...typed, en: currentTarget.value })}
            />
            <TextInput
              label={say('list.id')}
              description={say('list.idHelp')}
              value={typed.id}
              onChange={({ currentTarget }) => setTyped({ ...typed, id: currentTarget.value })}
              {...idInputProps((next) => setTyped({ ...typed, id: next }))}
            />
            <Button type="submit">{say('list.make')}</Button>
          </Group>
          {isAsked && problem !== null && (
            <Text role="alert" size="sm" c="var(--studio-error)">
              {problem}
            </Text>
          )}
        </form>
      )}
    </>
  )
}
