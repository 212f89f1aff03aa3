import { AppShell, Button, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useState, useSyncExternalStore } from 'react'
import { tenantLook } from '../../edit/tenant-files.ts'
import css from '../Studio.module.css'
import { SaveDialogs } from '../shell/SaveDialogs.tsx'
import { StudioHeader } from '../shell/StudioHeader.tsx'
import type { ShellProps } from '../shell/StudioShell.tsx'
import { useKeptFocus } from '../shell/use-kept-focus.ts'
import { useSteps } from '../shell/use-steps.ts'
import { useUndoKeys } from '../shell/use-undo-keys.ts'
import type { Language } from '../../../src/lib/language.ts'
import { writeState } from '../../preview/frame-state.ts'
import { PreviewFrame, PreviewLanguage } from '../StudioPreview.tsx'
import { studioHost } from '../studio-host.ts'
import type { Say } from '../studio-texts.ts'
import { TenantPanel } from './TenantPanel.tsx'

/** A tenant without a form: the way to its first form, and its own name, look and texts. */
export function TenantPage(props: ShellProps) {
  const { name, names, titles, document: edited, say, language, onLanguage, onOpen, onNew } = props
  const state = useSyncExternalStore(edited.subscribe, edited.state)
  const { announcement, readable, save } = state
  const { files } = readable
  const { ref, height } = useElementSize<HTMLDivElement>()
  useUndoKeys(edited, edited)
  useKeptFocus()
  useSteps(edited)
  const look = tenantLook(files)
  const isInPortal = look !== null
  const title = look?.displayName.ja ?? ''
  const announced = announcement && say(`announced.${announcement.kind}`, { title: announcement.title })
  return (
    <AppShell
      header={{ height: height === 0 ? 60 : height + 1 }}
      aside={{ width: 430, breakpoint: 'md', collapsed: { mobile: true } }}
      padding="md"
    >
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
      <AppShell.Aside p="sm" aria-label={say('preview')} visibleFrom="md">
        {isInPortal && <TenantPreview {...{ name, say }} />}
      </AppShell.Aside>
      <VisuallyHidden role="status">{announced}</VisuallyHidden>
    </AppShell>
  )
}

/** The look and the texts as residents see them. */
function TenantPreview({ name, say }: { name: string; say: Say }) {
  const [shown, setShown] = useState<Language>('ja')
  const state = writeState({ form: name, language: shown, view: '', answers: 'empty', errors: false, fee: false })
  return (
    <Stack gap="xs">
      <PreviewLanguage language={shown} say={say} onChoose={setShown} />
      <PreviewFrame
        key={shown}
        address={studioHost().pageAddress('frame', state)}
        selected=""
        tree={[]}
        say={say}
        onSelect={() => undefined}
        onPublish={() => undefined}
      />
    </Stack>
  )
}
