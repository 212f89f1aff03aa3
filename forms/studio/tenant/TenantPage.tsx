import { AppShell, Button, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useSyncExternalStore } from 'react'
import { tenantLook } from '../../edit/tenant-files.ts'
import css from '../Studio.module.css'
import { SaveDialogs } from '../shell/SaveDialogs.tsx'
import { StudioHeader } from '../shell/StudioHeader.tsx'
import type { ShellProps } from '../shell/StudioShell.tsx'
import { useSteps } from '../shell/use-steps.ts'
import { useUndoKeys } from '../shell/use-undo-keys.ts'
import { TenantPanel } from './TenantPanel.tsx'

/** A tenant without a form: the way to its first form, and its own name, look and texts. */
export function TenantPage(props: ShellProps) {
  const { name, names, titles, document: edited, say, language, onLanguage, onOpen, onNew } = props
  const state = useSyncExternalStore(edited.subscribe, edited.state)
  const { announcement, readable, save } = state
  const { files } = readable
  const { ref, height } = useElementSize<HTMLDivElement>()
  useUndoKeys(edited)
  useSteps(edited)
  const title = tenantLook(files)?.displayName.ja ?? ''
  const announced = announcement && say(`announced.${announcement.kind}`, { title: announcement.title })
  return (
    <AppShell header={{ height: height === 0 ? 60 : height + 1 }} padding="md">
      <AppShell.Header className={css.top ?? ''} mod={{ long: save === 'unreachable' || save === 'conflict' }}>
        <div ref={ref}>
          <StudioHeader
            {...state}
            {...{ name, names, titles, language, say, onOpen, onNew, onLanguage }}
            formTitle={title}
            onUndo={() => edited.undo()}
            onRedo={() => edited.redo()}
          />
          <SaveDialogs {...{ edited, state, save, language, say }} form={{ files, tree: null }} />
        </div>
      </AppShell.Header>
      <AppShell.Main>
        <Stack maw="50rem" mx="auto">
          <Title order={2}>{say('first.title', { tenant: title === '' ? name : title })}</Title>
          <Text>{say('first.text')}</Text>
          <Button onClick={onNew} style={{ alignSelf: 'start' }}>
            {say('first.new')}
          </Button>
          <TenantPanel
            tenantId={name}
            {...{ files, language, say }}
            onChange={edited.change.bind(edited)}
            onRefuse={(reason) => edited.refuse(reason)}
          />
        </Stack>
      </AppShell.Main>
      <VisuallyHidden role="status">{announced}</VisuallyHidden>
    </AppShell>
  )
}
