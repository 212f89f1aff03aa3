import {
  ActionIcon,
  Alert,
  AppShell,
  Badge,
  Button,
  Group,
  Modal,
  ScrollArea,
  SegmentedControl,
  Select,
  Stack,
  Tabs,
  Text,
  Title,
  VisuallyHidden,
} from '@mantine/core'
import { useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react'
import { removeNode } from '../edit/commands.ts'
import { pathToNode } from '../edit/form-tree.ts'
import { moveNode, movedPath, obstacleTo } from '../edit/move-node.ts'
import type { Place } from '../edit/move-node.ts'
import { fetchForm, onFormsChanged } from '../preview/preview-api.ts'
import type { PreviewForm } from '../preview/preview-api.ts'
import { AddDialog } from './AddDialog.tsx'
import { ChangesPanel } from './ChangesPanel.tsx'
import { FeesPanel } from './FeesPanel.tsx'
import { ServicePanel } from './ServicePanel.tsx'
import { labelOf, pathOfFinding, placeTowards, safeTree } from './form-places.ts'
import type { Direction } from './form-places.ts'
import { MoveDialog } from './MoveDialog.tsx'
import { ProblemsPanel } from './ProblemsPanel.tsx'
import { PropertiesPanel } from './PropertiesPanel.tsx'
import { PublishDialog } from './PublishDialog.tsx'
import { StructureTree } from './StructureTree.tsx'
import css from './Studio.module.css'
import type { StudioDocument } from './studio-document.ts'
import type { Say, StudioLanguage } from './studio-texts.ts'
import { StudioPreview } from './StudioPreview.tsx'
import { TextsPanel } from './TextsPanel.tsx'

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
  const { files, history, save, announcement } = useSyncExternalStore(edited.subscribe, edited.state)
  const [selected, setSelected] = useState('')
  /** The pane of a narrow page, which has no space for all three. */
  const [panel, setPanel] = useState('structure')
  const [dialog, setDialog] = useState<'none' | 'add' | 'move' | 'publish'>('none')
  const [checked, setChecked] = useState<PreviewForm | null>(null)
  const source = files['form.json'] ?? ''
  const tree = useMemo(() => safeTree(source), [source])
  const problemPaths = useMemo(
    () => new Set((checked?.findings ?? []).flatMap((finding) => (tree && pathOfFinding(tree, finding)) ?? [])),
    [tree, checked],
  )
  const trail = tree ? pathToNode(tree, selected) : []
  const node = trail.at(-1) ?? tree?.[0]

  useEffect(() => {
    let isCurrent = true
    const check = () => {
      fetchForm(name, language).then(
        (form) => {
          if (isCurrent) setChecked(form)
        },
        () => undefined,
      )
    }
    check()
    const stop = onFormsChanged((changed) => {
      if (changed.includes(name)) check()
    })
    return () => {
      isCurrent = false
      stop()
    }
  }, [name, language])

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

  const moveTo = (path: string, place: Place | null) => {
    const name = labelOf(files, tree, path)
    const obstacle = place ? obstacleTo(files, path, place) : 'end'
    if (!place || obstacle !== null) {
      edited.refuse(say(`obstacle.${obstacle ?? 'end'}`, { name }))
      return null
    }
    const where = place.parent === '' ? say('structure') : labelOf(files, tree, place.parent)
    const target = movedPath(files, path, place)
    edited.change(say('moved', { name, place: where, number: place.index + 1 }), (before) =>
      moveNode(before, path, place),
    )
    setSelected(target)
    return target
  }
  const move = (path: string, direction: Direction) => moveTo(path, placeTowards(tree ?? [], path, direction))
  const remove = (path: string) => {
    edited.change(say('removed', { name: labelOf(files, tree, path) }), (before) => removeNode(before, path))
    const around = path.slice(0, path.lastIndexOf('/')).replace(/\/\[\]$/, '')
    setSelected(around)
    return around
  }
  const findings = checked?.findings ?? []
  const errors = findings.filter(({ severity }) => severity === 'error').length
  return (
    <AppShell
      header={{ height: { base: 230, xs: 110, md: 60 } }}
      navbar={{ width: 300, breakpoint: 'md', collapsed: { mobile: panel !== 'structure' } }}
      aside={{ width: 430, breakpoint: 'md', collapsed: { mobile: panel !== 'preview' } }}
      padding="md"
    >
      <AppShell.Header>
        <Group h="100%" px="md" gap="sm" className={css.header ?? ''}>
          <Title order={1} size="h5" textWrap="nowrap" visibleFrom="lg">
            {say('title')}
          </Title>
          <Select
            aria-label={say('form')}
            data={[...names]}
            value={name}
            onChange={(next) => {
              if (next !== null && next !== name) onOpen(next)
            }}
            w={300}
            searchable
          />
          <Button variant="default" onClick={onNew}>
            {say('new')}
          </Button>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={say('undo')}
            title={say('undo')}
            disabled={history.done.length === 0}
            onClick={() => edited.undo()}
          >
            ↶
          </ActionIcon>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={say('redo')}
            title={say('redo')}
            disabled={history.undone.length === 0}
            onClick={() => edited.redo()}
          >
            ↷
          </ActionIcon>
          <Text
            size="sm"
            c={save === 'saved' || save === 'saving' ? 'dimmed' : 'red.8'}
            role="status"
            textWrap="nowrap"
          >
            {say(`save.${save}`)}
          </Text>
          <SegmentedControl
            hiddenFrom="md"
            aria-label={say('panel')}
            data={[
              { value: 'structure', label: say('structure') },
              { value: 'main', label: say('main') },
              { value: 'preview', label: say('preview') },
            ]}
            value={panel}
            onChange={setPanel}
          />
          <Group gap="xs" ml="auto" wrap="nowrap">
            <Badge color={errors > 0 ? 'red.9' : 'teal.9'}>{say('errors', { count: errors })}</Badge>
            <Button
              variant="subtle"
              lang={language === 'ja' ? 'en' : 'ja'}
              onClick={() => onLanguage(language === 'ja' ? 'en' : 'ja')}
            >
              {language === 'ja' ? 'English' : '日本語'}
            </Button>
            <Button onClick={() => setDialog('publish')}>{say('publish')}</Button>
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label={say('structure')}>
        <Group justify="space-between" mb="xs">
          <Title order={2} size="h6">
            {say('structure')}
          </Title>
          <Button size="compact-md" onClick={() => setDialog('add')} disabled={!tree}>
            {say('add')}
          </Button>
        </Group>
        {announcement?.kind === 'refused' && (
          <Text size="sm" c="red.9" mb="xs">
            {announcement.title}
          </Text>
        )}
        <ScrollArea>
          {tree && (
            <StructureTree
              tree={tree}
              labelOf={(path) => labelOf(files, tree, path)}
              problemPaths={problemPaths}
              selected={node?.path ?? ''}
              say={say}
              onSelect={setSelected}
              onMove={move}
              onDrop={moveTo}
              onRemove={remove}
            />
          )}
        </ScrollArea>
      </AppShell.Navbar>
      <AppShell.Main aria-label={say('main')}>
        <Stack gap="md">
          {!tree && (
            <Alert color="red" title={say('broken.title')} role="alert">
              {say('broken.text')}
            </Alert>
          )}
          {tree && node && (
            <PropertiesPanel
              key={node.path}
              files={files}
              tree={tree}
              language={language}
              node={node}
              trail={trail.length > 0 ? trail : [node]}
              label={(path) => labelOf(files, tree, path)}
              say={say}
              onChange={(title, command) => edited.change(title, command)}
              onMove={move}
              onPlace={() => setDialog('move')}
              onRemove={remove}
            />
          )}
          <Tabs defaultValue="problems" keepMounted={false}>
            <Tabs.List>
              <Tabs.Tab value="problems">{say('problems', { count: findings.length })}</Tabs.Tab>
              <Tabs.Tab value="texts">{say('texts')}</Tabs.Tab>
              <Tabs.Tab value="fees">{say('fees')}</Tabs.Tab>
              <Tabs.Tab value="service">{say('service')}</Tabs.Tab>
              <Tabs.Tab value="changes">{say('changes')}</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="problems" pt="sm">
              <ProblemsPanel
                folder={checked?.folder ?? ''}
                findings={findings}
                say={say}
                onSelect={(finding) => {
                  const path = tree ? pathOfFinding(tree, finding) : null
                  if (path !== null) setSelected(path)
                }}
                onFix={(title, command) => edited.change(title, command)}
              />
            </Tabs.Panel>
            <Tabs.Panel value="texts" pt="sm">
              <TextsPanel files={files} say={say} onChange={(title, command) => edited.change(title, command)} />
            </Tabs.Panel>
            <Tabs.Panel value="fees" pt="sm">
              {tree && (
                <FeesPanel
                  files={files}
                  tree={tree}
                  language={language}
                  say={say}
                  onChange={(title, command) => edited.change(title, command)}
                />
              )}
            </Tabs.Panel>
            <Tabs.Panel value="service" pt="sm">
              <ServicePanel files={files} say={say} onChange={(title, command) => edited.change(title, command)} />
            </Tabs.Panel>
            <Tabs.Panel value="changes" pt="sm">
              <ChangesPanel name={name} say={say} language={language} />
            </Tabs.Panel>
          </Tabs>
        </Stack>
      </AppShell.Main>
      <AppShell.Aside p="sm" aria-label={say('preview')}>
        {checked && tree && (
          <StudioPreview form={checked} selected={node?.path ?? ''} tree={tree} say={say} onSelect={setSelected} />
        )}
      </AppShell.Aside>
      <VisuallyHidden role="status">
        {announcement && say(`announced.${announcement.kind}`, { title: announcement.title })}
      </VisuallyHidden>
      {dialog === 'add' && tree && node && (
        <AddDialog
          files={files}
          tree={tree}
          selected={node}
          label={(path) => labelOf(files, tree, path)}
          language={language}
          say={say}
          onClose={() => setDialog('none')}
          onAdd={(title, command, path) => {
            edited.change(title, command)
            setSelected(path)
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
      {dialog === 'publish' && (
        <PublishDialog
          name={name}
          errors={errors}
          say={say}
          beforePublish={() => edited.flush()}
          onClose={() => setDialog('none')}
        />
      )}
      <Modal
        opened={save === 'conflict'}
        onClose={() => edited.decide('theirs')}
        title={say('conflict.title')}
        closeOnClickOutside={false}
        closeOnEscape={false}
        withCloseButton={false}
        attributes={{ header: { role: 'none' } }}
      >
        <Text mb="md">{say('conflict.text')}</Text>
        <Group>
          <Button onClick={() => edited.decide('mine')}>{say('conflict.mine')}</Button>
          <Button variant="default" onClick={() => edited.decide('theirs')}>
            {say('conflict.theirs')}
          </Button>
        </Group>
      </Modal>
    </AppShell>
  )
}
