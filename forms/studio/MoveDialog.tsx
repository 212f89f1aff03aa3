import { Alert, Button, Group, NativeSelect, Stack } from '@mantine/core'
import { useState } from 'react'
import type { FormFiles } from '../edit/commands.ts'
import { allNodes, pathToNode } from '../edit/form-tree.ts'
import type { FormNode } from '../edit/form-tree.ts'
import { obstacleTo } from '../edit/move-node.ts'
import { setCondition } from '../edit/question-condition.ts'
import type { Place } from '../edit/move-node.ts'
import { StudioDialog } from './StudioDialog.tsx'
import type { Say } from './studio-texts.ts'

type Props = {
  files: FormFiles
  tree: readonly FormNode[]
  path: string
  label: (path: string) => string
  say: Say
  onClose: () => void
  /** `isFreed`: the node loses its condition before. */
  onMove: (place: Place, isFreed: boolean) => void
}

/** Moves a step or a question to any place without dragging. */
export function MoveDialog({ files, tree, path, label, say, onClose, onMove }: Props) {
  const trail = pathToNode(tree, path)
  const isStep = trail.length === 1
  const [parent, setParent] = useState(trail.at(-2)?.path ?? '')
  const siblings = isStep ? tree : (pathToNode(tree, parent).at(-1)?.children ?? [])
  const others = siblings.filter((node) => node.path !== path)
  const [index, setIndex] = useState(() => siblings.findIndex((node) => node.path === path))
  const obstacle = obstacleTo(files, path, { parent, index })
  // A condition names questions of its own group, so that the question can go elsewhere only without it.
  const isFreeable =
    obstacle === 'conditional' && obstacleTo(setCondition(files, path, null), path, { parent, index }) === null
  const places = allNodes(tree).filter(
    (node) => ['step', 'group', 'list'].includes(node.kind) && obstacleTo(files, path, placeIn(node)) !== 'no-place',
  )
  return (
    <StudioDialog say={say} onClose={onClose} title={say('move.title', { name: label(path) })}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (obstacle === null) onMove({ parent, index }, false)
        }}
      >
        <Stack>
          {!isStep && (
            <NativeSelect
              label={say('move.place')}
              data-autofocus
              data={places.map((node) => ({
                value: node.path,
                label: pathToNode(tree, node.path)
                  .map((part) => label(part.path))
                  .join(' › '),
              }))}
              value={parent}
              onChange={({ currentTarget }) => {
                setParent(currentTarget.value)
                setIndex(0)
              }}
            />
          )}
          <NativeSelect
            label={say('move.position')}
            {...(isStep ? { 'data-autofocus': true } : {})}
            data={[
              { value: '0', label: say('move.first') },
              ...others.map((node, at) => ({
                value: String(at + 1),
                label: say('move.after', { name: label(node.path) }),
              })),
            ]}
            value={String(index)}
            onChange={({ currentTarget }) => setIndex(Number(currentTarget.value))}
          />
          {obstacle !== null && (
            <Alert color="red" role="alert">
              {say(`obstacle.${obstacle}`, { name: label(path) })}
            </Alert>
          )}
          <Group>
            <Button type="submit" disabled={obstacle !== null}>
              {say('move.done')}
            </Button>
            {isFreeable && (
              <Button variant="default" onClick={() => onMove({ parent, index }, true)}>
                {say('move.freed')}
              </Button>
            )}
            <Button variant="default" onClick={onClose}>
              {say('close')}
            </Button>
          </Group>
        </Stack>
      </form>
    </StudioDialog>
  )
}

function placeIn(node: FormNode): Place {
  return { parent: node.path, index: 0 }
}
