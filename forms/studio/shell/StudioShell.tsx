import { AppShell, Text, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue, useElementSize, useLocalStorage, useWindowEvent } from '@mantine/hooks'
import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { readText } from '../../edit/commands.ts'
import { pathToNode } from '../../edit/form-tree.ts'
import { preloadJsonPanel } from '../json/JsonTab.tsx'
import css from '../Studio.module.css'
import type { StudioDocument } from '../studio-document.ts'
import { authorName } from '../approval/author-name.ts'
import { studioHost } from '../studio-host.ts'
import { StudioPreview } from '../StudioPreview.tsx'
import type { Say, StudioLanguage } from '../studio-texts.ts'
import { MainPane } from './MainPane.tsx'
import { PaneEdge } from './PaneEdge.tsx'
import type { PaneProps } from './pane-props.ts'
import { SaveDialogs } from './SaveDialogs.tsx'
import { propertiesId } from '../part-props.ts'
import { isPublishKey } from './publish-key.ts'
import { StructurePane } from './StructurePane.tsx'
import { useViewInAddress, viewInAddress } from './studio-address.ts'
import { StudioController } from './studio-controller.ts'
import type { ControllerPorts } from './studio-controller.ts'
import { StudioDialogs } from './StudioDialogs.tsx'
import { StudioHeader } from './StudioHeader.tsx'
import { errorCount, noFindings, useCheckedForm } from './use-checked-form.ts'
import { useKeptFocus } from './use-kept-focus.ts'
import { useSteps } from './use-steps.ts'
import { useUndoKeys } from './use-undo-keys.ts'

export type ShellProps = {
  name: string
  names: readonly string[]
  titles: { readonly [name: string]: string }
  document: StudioDocument
  say: Say
  language: StudioLanguage
  onLanguage: (language: StudioLanguage) => void
  onOpen: (name: string) => void
  onNew: () => void
}

/** The widths of the panes at the sides, until an author changes them. */
const usual = { structure: 280, preview: 430 }

/** The form as a tree, the properties of the selected node, and the real form beside it. */
export function StudioShell({
  name,
  names,
  titles,
  document: edited,
  say,
  language,
  onLanguage,
  onOpen,
  onNew,
}: ShellProps) {
  const [studio] = useState(() => new StudioController(name, edited, ports(), say, viewInAddress(name)))
  useLayoutEffect(() => studio.speak(say), [studio, say])
  const state = useSyncExternalStore(edited.subscribe, edited.state)
  const view = useSyncExternalStore(studio.subscribe, studio.view)
  const form = studio.form()
  const { files, tree } = form
  const { announcement, readable, save } = state
  const announced = announcement && say(`announced.${announcement.kind}`, { title: announcement.title })
  const isRefused = announcement !== null && ['refused', 'not-undone', 'not-redone'].includes(announcement.kind)
  // While an author types, the text is invalid for moments.
  const [lastingBroken] = useDebouncedValue(readable.broken, 800)
  const checked = useCheckedForm(name, language)
  const { ref: headerContent, height: headerHeight } = useElementSize<HTMLDivElement>()
  useViewInAddress(name, view)

  const isPreviewLoaded = checked !== null
  useEffect(() => (isPreviewLoaded ? preloadJsonPanel() : undefined), [isPreviewLoaded])

  useUndoKeys(studio, edited)
  useKeptFocus()

  const askToPublish = () => studio.show({ dialog: 'publish' })
  const onKey = (event: KeyboardEvent) => {
    if (!isPublishKey(event)) return
    event.preventDefault()
    // The editor of JSON would add a line.
    event.stopPropagation()
    askToPublish()
  }
  useWindowEvent('keydown', onKey, { capture: true })

  useSteps(edited)

  const [structure, setStructure] = useLocalStorage({ key: 'forms-studio structure', defaultValue: usual.structure })
  const [preview, setPreview] = useLocalStorage({ key: 'forms-studio preview', defaultValue: usual.preview })

  const trail = pathToNode(tree ?? [], view.selected)
  const pane: PaneProps = {
    studio,
    view,
    state,
    form,
    checked,
    node: trail.at(-1) ?? tree?.[0],
    trail,
    broken: readable.broken && lastingBroken,
    refusal: isRefused ? announced : null,
    language,
    say,
  }
  /** On a narrow page the other panes are outside of the screen, where the focus must not go. */
  const paneProps = (one: string) => ({ className: css.pane ?? '', mod: { away: view.pane !== one } })
  return (
    <AppShell
      // The number of rows depends on the width, the language and the size of the text.
      header={{ height: headerHeight === 0 ? 60 : `calc(${headerHeight + 1}px)` }}
      navbar={{
        width: structure,
        breakpoint: 'md',
        collapsed: { mobile: view.pane !== 'structure', desktop: structure === 0 },
      }}
      aside={{
        width: preview,
        breakpoint: 'md',
        collapsed: { mobile: view.pane !== 'preview', desktop: preview === 0 },
      }}
      padding="md"
    >
      <AppShell.Header className={css.top ?? ''} mod={{ long: save === 'unreachable' || save === 'conflict' }}>
        <div ref={headerContent}>
          <StudioHeader
            {...state}
            name={name}
            formTitle={readText(files, language, '/title') || readText(files, 'ja', '/title')}
            names={names}
            titles={titles}
            language={language}
            say={say}
            onOpen={onOpen}
            onNew={onNew}
            onUndo={studio.undo}
            onRedo={studio.redo}
            onLanguage={onLanguage}
            form={{
              errors: errorCount(checked),
              panel: view.pane,
              onPanel: (next) => studio.show({ pane: next }),
              onPublish: askToPublish,
              onFindings: () => studio.showFindings(checked?.findings ?? noFindings),
            }}
          />
          <SaveDialogs {...pane} edited={edited} save={save} />
        </div>
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label={say('structure')} {...paneProps('structure')}>
        <StructurePane {...pane} />
      </AppShell.Navbar>
      <AppShell.Main aria-label={say('main')} {...paneProps('main')}>
        <PaneEdge
          side="start"
          label={say('edge', { pane: say('structure') })}
          width={structure}
          usual={usual.structure}
          onWidth={setStructure}
        />
        <MainPane {...pane} />
        <PaneEdge
          side="end"
          label={say('edge', { pane: say('preview') })}
          width={preview}
          usual={usual.preview}
          onWidth={setPreview}
        />
      </AppShell.Main>
      <AppShell.Aside p="sm" aria-label={say('preview')} {...paneProps('preview')}>
        {!checked && <Text>{say('checking')}</Text>}
        {checked && tree && (
          <StudioPreview
            form={checked}
            selected={pane.node?.path ?? ''}
            showsAbout={view.showsAbout}
            showsFee={view.tab === 'fees'}
            tree={tree}
            answers={view.answers}
            say={say}
            onSelect={studio.select}
            onAnswers={(answers) => studio.show({ answers })}
            onUndrawn={(undrawn) => studio.show({ undrawn })}
            onPublish={askToPublish}
          />
        )}
      </AppShell.Aside>
      <VisuallyHidden role="status">{announced}</VisuallyHidden>
      <StudioDialogs {...pane} />
    </AppShell>
  )
}

function ports(): ControllerPorts {
  const host = studioHost()
  return {
    madeSamples: host.madeSamples,
    publish: (name) => host.publish(name, { who: authorName() }),
    toTop: () => window.scrollTo({ top: 0 }),
    toProperties: () =>
      // The selected node is rendered before the next frame.
      requestAnimationFrame(() => document.getElementById(propertiesId)?.scrollIntoView({ block: 'start' })),
  }
}
