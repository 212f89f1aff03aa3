import { Button, Group, ScrollArea, Text, Title } from '@mantine/core'
import { useMemo } from 'react'
import { StructureTree } from '../StructureTree.tsx'
import type { PaneProps } from './pane-props.ts'
import { noFindings } from './use-checked-form.ts'

/** The steps and questions of the form. */
export function StructurePane({ studio, state, form, checked, node, broken, refusal, say }: PaneProps) {
  const { tree, labels, placeOfFinding } = form
  const problemPaths = useMemo(
    () => new Set((checked?.findings ?? noFindings).flatMap((finding) => placeOfFinding(finding) ?? [])),
    [placeOfFinding, checked],
  )
  return (
    <>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h6">
          {say('structure')}
        </Title>
        <Button
          size="compact-md"
          onClick={() => studio.show({ dialog: 'add' })}
          disabled={!tree || state.readable.broken !== null}
        >
          {say('add')}
        </Button>
      </Group>
      {broken && tree && (
        <Text size="sm" mb="xs">
          {say('broken.old', broken)}
        </Text>
      )}
      {refusal !== null && (
        <Text size="sm" c="var(--studio-error)" mb="xs">
          {refusal}
        </Text>
      )}
      <ScrollArea offsetScrollbars="y">
        {tree && (
          <StructureTree
            tree={tree}
            labels={labels}
            problemPaths={problemPaths}
            selected={node?.path ?? ''}
            say={say}
            onSelect={studio.select}
            onMove={studio.move}
            onDrop={studio.drop}
            onRemove={(path) => studio.remove(path)}
          />
        )}
      </ScrollArea>
    </>
  )
}
