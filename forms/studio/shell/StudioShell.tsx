import { Alert, AppShell, Button, Group, ScrollArea, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue, useElementSize } from '@mantine/hooks'
import { useCallback, useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react'
import { readText, removeNode } from '../../edit/commands.ts'
import { conditionallyRequired } from '../../edit/question-condition.ts'
import { pathToNode } from '../../edit/form-tree.ts'
import { labelsOf } from '../../edit/node-labels.ts'
import { feeName } from '../../edit/fees.ts'
import { readValue } from '../../edit/json-text.ts'
import { isTakenPlace } from '../../edit/used-names.ts'
import { countSamplesOf, usesOf } from '../../edit/uses.ts'
import { moveNode, movedPath, obstacleTo } from '../../edit/move-node.ts'
import type { Place } from '../../edit/move-node.ts'
import { AddDialog } from '../AddDialog.tsx'
import { findingPlaces, isTextsFile, labelOf, placeOfDrop, placeTowards, safeTree, textPlace } from '../form-places.ts'
import type { Direction } from '../form-places.ts'
import { offsetOfNode } from '../json/json-places.ts'
import { preloadJsonPanel } from '../json/JsonTab.tsx'
import type { JsonPlace } from '../json/JsonPanel.tsx'
import { MoveDialog } from '../MoveDialog.tsx'
import type { Finding } from '../ProblemsPanel.tsx'
import { PropertiesPanel } from '../PropertiesPanel.tsx'
import { PublishDialog } from '../PublishDialog.tsx'
import { StructureTree } from '../StructureTree.tsx'
import type { StudioDocument } from '../studio-document.ts'
import type { Say, StudioLanguage } from '../studio-texts.ts'
import { StudioPreview } from '../StudioPreview.tsx'
import { ConflictDialog } from './ConflictDialog.tsx'
import { conflictPlace } from './conflict-words.ts'
import { RemoveDialog } from './RemoveDialog.tsx'
import { SaveProblem } from './SaveProblem.tsx'
import { StudioHeader } from './StudioHeader.tsx'
import css from '../Studio.module.css'
import { useViewInAddress, viewInAddress } from './studio-address.ts'
import { StudioTabs } from './StudioTabs.tsx'
import { noFindings, uncheckedState, useCheckedForm } from './use-checked-form.ts'
import { usePublication } from './use-publication.ts'

type Props = {
  name: string
  names: readonly string[]
  document: StudioDocument
  say: Say
  language: StudioLanguage
  onLanguage: (language: StudioLanguage) => void
  onOpen: (name: string) => void
  onNew: () => void
}

/** The form as a tree, the properties of the selected node, and the real form beside it. */
export function StudioShell({ name, names, document: edited, say, language, onLanguage, onOpen, onNew }: Props) {
  const state = useSyncExternalStore(edited.subscribe, edited.state)
  const { files: texts, readable, canUndo, canRedo, save, announcement } = state
  const announced = announcement && say(`announced.${announcement.kind}`, { title: announcement.title })
  const isRefused = announcement !== null && ['refused', 'not-undone', 'not-redone'].includes(announcement.kind)
  const { files, broken } = readable
  // While an author types, the text is invalid for moments.
  const [lastingBroken] = useDebouncedValue(broken, 800)
  const brokenPlace = broken && lastingBroken
  /** The selected node, or the page before the form, which belongs to no node. */
  const [{ selected, showsAbout }, setShown] = useState(() => ({
    selected: viewInAddress(name).selected,
    showsAbout: false,
  }))
  const setSelected = useCallback((path: string) => setShown({ selected: path, showsAbout: false }), [])
  /** The new question, whose text is written next. */
  const [toWrite, setToWrite] = useState<string | null>(null)
  /** The pane of a narrow page, which has no space for all three. */
  const [panel, setPanel] = useState('structure')
  /** The version that the preview could not show. */
  const [undrawn, setUndrawn] = useState('')
  const [dialog, setDialog] = useState<'none' | 'add' | 'move' | 'publish'>('none')
  const { ref: headerContent, height: headerHeight } = useElementSize<HTMLDivElement>()
  /** The question that the author removes although others depend on it. */
  const [removing, setRemoving] = useState<string | null>(null)
  /** The author decides later which of two changes to keep. */
  const [isPostponed, setIsPostponed] = useState(false)
  if (isPostponed && save !== 'conflict') setIsPostponed(false)
  /** What the preview is filled with. */
  const [answers, setAnswers] = useState('empty')
  const [tab, setTab] = useState(() => viewInAddress(name).tab)
  useViewInAddress(name, { tab, selected })
  const [place, setPlace] = useState<JsonPlace | null>(null)
  const checked = useCheckedForm(name, language)
  const folder = checked?.folder ?? ''
  const { publication, published, publish, forget } = usePublication(name, () => edited.flush())
  const hasResult = publication.kind === 'done' || publication.kind === 'failed'
  const source = files['form.json'] ?? ''
  const tree = useMemo(() => safeTree(source), [source])
  const japanese = files['texts.ja.json'] ?? '{}'
  const labels = useMemo(() => labelsOf(japanese, tree ?? []), [japanese, tree])
  const placeOfFinding = useMemo(
    () => findingPlaces(tree ?? [], tree ? conditionallyRequired(source) : []),
    [tree, source],
  )
  const problemPaths = useMemo(
    () => new Set((checked?.findings ?? noFindings).flatMap((finding) => placeOfFinding(finding) ?? [])),
    [placeOfFinding, checked],
  )
  const refuseIfBroken = useCallback(() => {
    const { readable: now } = edited.state()
    if (now.broken) edited.refuse(say('broken.refused', now.broken))
    return now.broken !== null
  }, [edited, say])
  const change = useCallback<StudioDocument['change']>(
    (title, command) => {
      if (!refuseIfBroken()) edited.change(title, command)
    },
    [edited, refuseIfBroken],
  )
  const fix = useCallback<StudioDocument['change']>(
    (title, command) => {
      if (refuseIfBroken()) return
      const { files: before } = edited.state()
      edited.change(title, command)
      if (edited.state().files === before) edited.refuse(say('fix.impossible'))
    },
    [edited, refuseIfBroken, say],
  )
  /** Another author may have broken the file, which undoing own changes would not correct. */
  const restoreReadable = (file: string) => {
    const last = files[file]
    if (last !== undefined) edited.change(say('broken.restored', { file }), (before) => ({ ...before, [file]: last }))
  }
  const showJson = useCallback((file: string, at: JsonPlace['at']) => {
    setPlace({ file, at, focus: true })
    setTab('json')
    setPanel('main')
  }, [])
  const showText = useCallback(
    (pointer: string) => {
      const found = textPlace(tree ?? [], pointer)
      if (found.kind === 'fees') {
        setTab('fees')
        return
      }
      if (found.kind === 'about') setShown((before) => ({ ...before, showsAbout: true }))
      else setSelected(found.path)
      setPanel('preview')
    },
    [tree, setSelected],
  )
  const labelOfFinding = useCallback(
    (finding: Finding) => {
      const path = placeOfFinding(finding)
      return path === null ? null : labelOf(files, tree, path)
    },
    [placeOfFinding, files, tree],
  )
  const selectFinding = useCallback(
    (finding: Finding) => {
      const path = placeOfFinding(finding)
      const own = finding.file.startsWith(`${folder}/`) ? finding.file.slice(folder.length + 1) : ''
      if (path !== null) {
        setSelected(path)
        // The properties of the question are above the findings.
        window.scrollTo({ top: 0 })
      } else if (isTextsFile(finding.file)) showText(finding.pointer)
      else if (own === 'form.json' && /^\/(?:fee|delivery)(?:\/|$)/.test(finding.pointer)) setTab('fees')
      else if (own !== '') showJson(own, finding)
    },
    [placeOfFinding, folder, setSelected, showText, showJson],
  )
  const trail = tree ? pathToNode(tree, selected) : []
  const node = trail.at(-1) ?? tree?.[0]

  const isPreviewLoaded = checked !== null
  useEffect(() => (isPreviewLoaded ? preloadJsonPanel() : undefined), [isPreviewLoaded])

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return
    const key = event.key.toLowerCase()
    if (key === 'z' && !event.shiftKey) edited.undo()
    else if (key === 'y' || (key === 'z' && event.shiftKey)) edited.redo()
    else return
    event.preventDefault()
  })
  useEffect(() => {
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])

  /** Selects a node, and shows it in the JSON editor if that is open. */
  const select = (path: string) => {
    setSelected(path)
    const offset = tab === 'json' ? offsetOfNode(texts, tree ?? [], path) : null
    if (offset !== null) setPlace({ file: 'form.json', at: { offset }, focus: false })
  }
  const moveTo = (path: string, place: Place | null) => {
    if (refuseIfBroken()) return null
    const name = labelOf(files, tree, path)
    const obstacle = place ? obstacleTo(files, path, place) : 'end'
    if (!place || obstacle !== null) {
      edited.refuse(say(`obstacle.${obstacle ?? 'end'}`, { name }))
      return null
    }
    const where = place.parent === '' ? say('structure') : labelOf(files, tree, place.parent)
    const target = movedPath(files, path, place)
    if (isTakenPlace(edited.usedNames(), readValue(source, '/renamed'), path, target)) {
      edited.refuse(say('obstacle.used', { name }))
      return null
    }
    edited.change(say('moved', { name, place: where, number: place.index + 1 }), (before) =>
      moveNode(before, path, place),
    )
    setSelected(target)
    return target
  }
  const move = (path: string, direction: Direction) => moveTo(path, placeTowards(tree ?? [], path, direction))
  const remove = (path: string, isConfirmed = false) => {
    if (refuseIfBroken()) return path
    if (!isConfirmed && usesOf(files, path).length > 0) {
      setRemoving(path)
      return path
    }
    edited.change(say('removed', { name: labelOf(files, tree, path) }), (before) => removeNode(before, path))
    const around = path.slice(0, path.lastIndexOf('/')).replace(/\/\[\]$/, '')
    setSelected(around)
    return around
  }
  const findings = checked?.findings ?? noFindings
  const errorCount = uncheckedState(checked) ? 1 : findings.filter(({ severity }) => severity === 'error').length
  const errors = checked ? errorCount : null
  const closePublishing = () => {
    setDialog('none')
    forget()
  }
  /** On a narrow page the other panes are outside of the screen, where the focus must not go. */
  const paneProps = (pane: string) => ({ className: css.pane ?? '', mod: { away: panel !== pane } })
  return (
    <AppShell
      // The number of rows depends on the width, the language and the size of the text.
      header={{ height: headerHeight === 0 ? 60 : `calc(${headerHeight + 1}px)` }}
      navbar={{ width: 300, breakpoint: 'md', collapsed: { mobile: panel !== 'structure' } }}
      aside={{ width: 430, breakpoint: 'md', collapsed: { mobile: panel !== 'preview' } }}
      padding="md"
    >
      <AppShell.Header>
        <div ref={headerContent}>
          <StudioHeader
            name={name}
            formTitle={readText(files, language, '/title') || readText(files, 'ja', '/title')}
            names={names}
            canUndo={canUndo}
            canRedo={canRedo}
            save={save}
            errors={errors}
            panel={panel}
            language={language}
            say={say}
            onOpen={onOpen}
            onNew={onNew}
            onUndo={() => edited.undo()}
            onRedo={() => edited.redo()}
            onPanel={setPanel}
            onLanguage={onLanguage}
            onPublish={() => setDialog('publish')}
          />
        </div>
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label={say('structure')} {...paneProps('structure')}>
        <Group justify="space-between" mb="xs">
          <Title order={2} size="h6">
            {say('structure')}
          </Title>
          <Button size="compact-md" onClick={() => setDialog('add')} disabled={!tree || broken !== null}>
            {say('add')}
          </Button>
        </Group>
        {brokenPlace && (
          <Text size="sm" mb="xs">
            {say('broken.old', brokenPlace)}
          </Text>
        )}
        {isRefused && (
          <Text size="sm" c="var(--studio-error)" mb="xs">
            {announced}
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
              onSelect={select}
              onMove={move}
              onDrop={(drop) => {
                const place = placeOfDrop(tree, drop)
                if (place) moveTo(drop.draggedNode, place)
              }}
              onRemove={(path) => remove(path)}
            />
          )}
        </ScrollArea>
      </AppShell.Navbar>
      <AppShell.Main aria-label={say('main')} {...paneProps('main')}>
        <Stack gap="md">
          {isRefused && (
            // The structure, which also shows it, is outside of a narrow page.
            <Text size="sm" c="var(--studio-error)" hiddenFrom="md">
              {announced}
            </Text>
          )}
          {brokenPlace && tab !== 'json' && (
            <Alert color="red" title={say('broken.title', brokenPlace)} role="alert">
              <span>{say('broken.text')}</span>
              <Group mt="xs">
                <Button size="compact-md" onClick={() => showJson(brokenPlace.file, brokenPlace)}>
                  {say('broken.go')}
                </Button>
                {files[brokenPlace.file] !== undefined && (
                  <Button size="compact-md" variant="default" onClick={() => restoreReadable(brokenPlace.file)}>
                    {say('broken.restore')}
                  </Button>
                )}
              </Group>
            </Alert>
          )}
          {tree && node && tab !== 'json' && (
            <PropertiesPanel
              key={node.path}
              ref={node.path === toWrite ? focusFirstField : undefined}
              files={files}
              tree={tree}
              language={language}
              node={node}
              trail={trail.length > 0 ? trail : [node]}
              label={(path) => labelOf(files, tree, path)}
              say={say}
              usedNames={edited.usedNames}
              onChange={change}
              onMove={move}
              onPlace={() => setDialog('move')}
              onRemove={(path) => remove(path)}
              onJson={() => showJson('form.json', { offset: offsetOfNode(texts, tree, node.path) ?? 0 })}
            />
          )}
          <StudioTabs
            name={name}
            document={edited}
            published={published}
            texts={texts}
            files={files}
            tree={tree}
            checked={checked}
            broken={brokenPlace}
            tab={tab}
            place={place}
            language={language}
            say={say}
            onTab={(next) => {
              setTab(next)
              // The JSON tab hides the properties, which must not take the focus when they are shown again.
              setToWrite(null)
            }}
            onChange={change}
            placeOfFinding={labelOfFinding}
            onFinding={selectFinding}
            onFix={fix}
            onJson={showJson}
            onText={showText}
            onSelect={setSelected}
            onSample={(sample) => {
              setAnswers(`sample:${sample}`)
              setPanel('preview')
            }}
          />
        </Stack>
      </AppShell.Main>
      <AppShell.Aside p="sm" aria-label={say('preview')} {...paneProps('preview')}>
        {!checked && <Text>{say('checking')}</Text>}
        {checked && tree && (
          <StudioPreview
            form={checked}
            selected={node?.path ?? ''}
            showsAbout={showsAbout}
            tree={tree}
            answers={answers}
            say={say}
            onSelect={select}
            onAnswers={setAnswers}
            onUndrawn={setUndrawn}
          />
        )}
      </AppShell.Aside>
      {!(save === 'conflict' && !isPostponed) && (
        <SaveProblem save={save} language={language} say={say} onDecide={() => setIsPostponed(false)} />
      )}
      <VisuallyHidden role="status">{announced}</VisuallyHidden>
      {dialog === 'add' && tree && node && (
        <AddDialog
          files={files}
          tree={tree}
          selected={node}
          label={(path) => labelOf(files, tree, path)}
          language={language}
          say={say}
          used={edited.usedNames()}
          onClose={() => setDialog('none')}
          onAdd={(title, command, path) => {
            change(title, command)
            setSelected(path)
            setToWrite(path)
            setPanel('main')
            setDialog('none')
          }}
        />
      )}
      {dialog === 'move' && tree && node && (
        <MoveDialog
          files={files}
          tree={tree}
          path={node.path}
          label={(path) => labelOf(files, tree, path)}
          say={say}
          onClose={() => setDialog('none')}
          onMove={(place) => {
            moveTo(node.path, place)
            setDialog('none')
          }}
        />
      )}
      {removing !== null && (
        <RemoveDialog
          name={labelOf(files, tree, removing)}
          uses={usesOf(files, removing)}
          samples={countSamplesOf(files, removing)}
          nameOf={(use) => (use.kind === 'fee' ? feeName(files, use.name) : labelOf(files, tree, use.name))}
          say={say}
          onClose={() => setRemoving(null)}
          onRemove={() => {
            setRemoving(null)
            remove(removing, true)
          }}
        />
      )}
      {/* The result of a dialog that was closed meanwhile is shown as soon as no other dialog is open. */}
      {(dialog === 'publish' || (dialog === 'none' && hasResult)) && (
        <PublishDialog
          name={name}
          errors={errors}
          isUndrawn={undrawn !== '' && undrawn === checked?.formVersion}
          publication={publication}
          language={language}
          say={say}
          onPublish={publish}
          warnings={findings.filter(({ severity }) => severity === 'warning').length}
          onFindings={() => {
            closePublishing()
            setTab('problems')
            setPanel('main')
            const first = findings.find(({ severity }) => severity === 'error') ?? findings[0]
            if (first) selectFinding(first)
          }}
          onClose={closePublishing}
        />
      )}
      {save === 'conflict' && !isPostponed && (
        <ConflictDialog
          say={say}
          conflicts={edited.conflicts()}
          placeOf={(conflict) => conflictPlace(conflict, { files, texts, tree: tree ?? [], language, say })}
          onDecide={(choice) => edited.decide(choice)}
          onLater={() => setIsPostponed(true)}
        />
      )}
    </AppShell>
  )
}

function focusFirstField(panel: HTMLElement | null): void {
  panel?.querySelector<HTMLElement>('input, textarea')?.focus()
}
