import { Button, Stack, Text } from '@mantine/core'
import type { FormFiles } from '../edit/commands.ts'
import { feeListOf, ownFees, shareFees } from '../edit/fees.ts'
import type { FormNode } from '../edit/form-tree.ts'
import { listName } from '../edit/list-commands.ts'
import { listFees, listOf } from '../edit/shared-lists.ts'
import { nameInAddress } from './shell/studio-address.ts'
import type { Say } from './studio-texts.ts'
import { useFormsOf } from './use-forms-of.ts'

type Props = {
  files: FormFiles
  /** The question whose choices decide the amounts of the line. */
  node: FormNode | undefined
  index: number
  say: Say
  onChange: (command: (files: FormFiles) => FormFiles) => void
}

/** Whether the amounts are those of the list that the choices are from, for all forms that use them. */
export function FeeListFields({ files, node, index, say, onChange }: Props) {
  const used = feeListOf(files, index)
  if (used !== null) return <UsedFees {...{ files, index, say, onChange }} list={used} />
  const list = node ? listOf(node) : null
  if (list === null) return null
  const isNew = files[listFees(list)] === undefined
  return (
    <Stack gap="xs" align="start">
      <Text size="sm">
        {say(isNew ? 'list.shareFeesHelp' : 'list.useFeesHelp', { list: listName(files, list, 'ja') })}
      </Text>
      <Button variant="default" size="compact-md" onClick={() => onChange((before) => shareFees(before, index, list))}>
        {say(isNew ? 'list.shareFees' : 'list.useFees')}
      </Button>
    </Stack>
  )
}

function UsedFees({ files, index, say, onChange, list }: Omit<Props, 'node'> & { list: string }) {
  const forms = useFormsOf(`${list}.fees`, nameInAddress())
  return (
    <Stack gap="xs" align="start">
      <Text size="sm">
        {say('list.feesUsed', {
          list: listName(files, list, 'ja'),
          count: forms.length,
          forms: forms.join(say('list.comma')),
        })}
      </Text>
      <Button variant="default" size="compact-md" onClick={() => onChange((before) => ownFees(before, index))}>
        {say('list.leaveFees')}
      </Button>
    </Stack>
  )
}
