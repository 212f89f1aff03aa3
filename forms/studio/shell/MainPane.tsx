import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { PropertiesPanel } from '../PropertiesPanel.tsx'
import type { PaneProps } from './pane-props.ts'
import { StudioTabs } from './StudioTabs.tsx'

/** Tabs that need the whole pane, or are not about the form. */
const withoutNode: ReadonlySet<string> = new Set(['json', 'tenant'])

/** The properties of the selected node, and everything about the whole form. */
export function MainPane(props: PaneProps) {
  const { studio, view, form, node, trail, broken, refusal, language, say } = props
  const { files, tree } = form
  return (
    <Stack gap="md">
      {refusal !== null && (
        // The structure, which also shows it, is outside of a narrow page.
        <Text size="sm" c="var(--studio-error)" hiddenFrom="md">
          {refusal}
        </Text>
      )}
      {broken && view.tab !== 'json' && (
        <Alert color="red" title={say('broken.title', broken)} role="alert">
          <span>{say(files[broken.file] === undefined ? 'broken.textFirst' : 'broken.text')}</span>
          <Group mt="xs">
            <Button size="compact-md" onClick={() => studio.showJson(broken.file, broken)}>
              {say('broken.go')}
            </Button>
            {files[broken.file] !== undefined && (
              <Button size="compact-md" variant="default" onClick={() => studio.restoreReadable(broken.file)}>
                {say('broken.restore')}
              </Button>
            )}
          </Group>
        </Alert>
      )}
      {tree && node && !withoutNode.has(view.tab) && (
        <PropertiesPanel
          key={node.path}
          ref={node.path === view.toWrite ? focusFirstField : undefined}
          files={files}
          tree={tree}
          language={language}
          node={node}
          trail={trail.length > 0 ? trail : [node]}
          label={studio.label}
          say={say}
          usedNames={studio.document.usedNames}
          publishedNames={studio.document.publishedNames}
          onChange={studio.changeSelected}
          onRename={studio.rename}
          onMove={studio.move}
          onPlace={() => studio.show({ dialog: 'move' })}
          onCopy={studio.copy}
          onRemove={(path) => studio.remove(path)}
          onRemoveChoice={studio.removeChoice}
          onSplit={studio.split}
          onJson={() => studio.showNodeJson(node.path)}
        />
      )}
      <StudioTabs {...props} />
    </Stack>
  )
}

function focusFirstField(panel: HTMLElement | null): void {
  panel?.querySelector<HTMLElement>('input, textarea')?.focus()
}
