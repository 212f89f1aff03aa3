import { Button, Stack, Text } from '@mantine/core'
import type { FormFiles } from '../edit/commands.ts'
import { feeListOf, ownFees, shareFees } from '../edit/fees.ts'
import type { FormNode } from '../edit/form-tree.ts'
import { listName } from '../edit/list-commands.ts'
import { listFees, listOf, pairOfLists } from '../edit/shared-lists.ts'
import { nameInAddress } from './shell/studio-address.ts'
import type { Say } from './studio-texts.ts'
import { useFormsOf } from './use-forms-of.ts'

type Props = {
  files: FormFiles
  /** The one or two questions whose choices decide the amounts of the line. */
  nodes: readonly (FormNode | undefined)[]
  index: number
  say: Say
  onChange: (command: (files: FormFiles) => FormFiles) => void
}

/** Whether the amounts are those of the list that the choices are from, for all forms that use them. */
export function FeeListFields({ files, nodes, index, say, onChange }: Props) {
  const lists = nodes.flatMap((node) => (node ? (listOf(node) ?? []) : []))
  const name = lists.map((list) => listName(files, list, 'ja')).join(' × ')
  const used = feeListOf(files, index)
  if (used !== null) return <UsedFees {...{ index, say, onChange }} list={used} name={name || used} />
  const [rows, columns] = lists
  if (rows === undefined || lists.length < nodes.length) return null
  const list = columns === undefined ? rows : pairOfLists(rows, columns)
  const isNew = files[listFees(list)] === undefined
  return (
    <Stack gap="xs" align="start">
      <Text size="sm">{say(isNew ? 'list.shareFeesHelp' : 'list.useFeesHelp', { list: name })}</Text>
      <Button variant="default" size="compact-md" onClick={() => onChange((before) => shareFees(before, index, list))}>
        {say(isNew ? 'list.shareFees' : 'list.useFees')}
      </Button>
    </Stack>
  )
}

function UsedFees({
  index,
  say,
  onChange,
  list,
  name,
}: Omit<Props, 'files' | 'nodes'> & { list: string; name: string }) {
  const forms = useFormsOf(`${list}.fees`, nameInAddress())
  return (
    <Stack gap="xs" align="start">
      <Text size="sm">
        {say('list.feesUsed', {
          list: name,
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
