import { Text, Tree, UnstyledButton, useTree } from '@mantine/core'
import type { RenderTreeNodePayload, TreeNodeData } from '@mantine/core'
import { createContext, memo, use, useEffect, useId, useMemo, useRef } from 'react'
import type { KeyboardEvent } from 'react'
import type { FormNode } from '../edit/form-tree.ts'
import type { Direction, Drop } from './form-places.ts'
import css from './Studio.module.css'
import type { Say } from './studio-texts.ts'

/** What the rows show besides the structure. */
type RowTexts = { labels: ReadonlyMap<string, string>; problemPaths: ReadonlySet<string>; say: Say }

type Actions = {
  onSelect: (path: string) => void
  /** Returns the path to focus; `null` leaves the focus. */
  onMove: (path: string, direction: Direction) => string | null
  onDrop: (drop: Drop) => void
  onRemove: (path: string) => string
}

type Props = Actions & RowTexts & { tree: readonly FormNode[]; selected: string }

const RowTextsContext = createContext<RowTexts | null>(null)

/**
 * Steps and questions. Arrow keys move the focus, Enter selects, Alt with an arrow moves the question, Delete removes
 * it. Rendering the rows of a large form takes longer than a keystroke may, so a changed text or finding renders only
 * the texts in the rows.
 */
export function StructureTree({ tree, selected, labels, problemPaths, say, ...actions }: Props) {
  const structure = JSON.stringify(tree.map(pathsOf))
  const data = useMemo(() => dataOf(JSON.parse(structure) as Paths[]), [structure])
  const texts = useMemo(() => ({ labels, problemPaths, say }), [labels, problemPaths, say])
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  const stable = useMemo<Actions>(
    () => ({
      onSelect: (path) => latest.current.onSelect(path),
      onMove: (path, direction) => latest.current.onMove(path, direction),
      onDrop: (drop) => latest.current.onDrop(drop),
      onRemove: (path) => latest.current.onRemove(path),
    }),
    [],
  )
  return (
    <RowTextsContext value={texts}>
      <Rows data={data} selected={selected} say={say} actions={stable} />
    </RowTextsContext>
  )
}

type RowsProps = { data: TreeNodeData[]; selected: string; say: Say; actions: Actions }

const directions: { readonly [key: string]: Direction } = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
}

const Rows = memo(function Rows({ data, selected, say, actions }: RowsProps) {
  const keys = useId()
  const control = useTree({
    initialExpandedState: expandedAtFirst(data),
    selectedState: [selected],
    onSelectedStateChange: ([path]) => {
      if (path !== undefined) actions.onSelect(path)
    },
  })
  const root = useRef<HTMLUListElement>(null)
  const { expand, expandedState } = control
  const shown = useRef('')
  /** Moving or removing a question by keyboard also moves or removes the focused element. */
  const refocus = useRef<string | null>(null)
  useEffect(() => {
    const itemOf = (path: string) =>
      root.current?.querySelector<HTMLElement>(`[role=treeitem][data-value="${CSS.escape(path)}"]`)
    if (shown.current !== selected) {
      shown.current = selected
      const segments = selected.split('/')
      for (let count = 1; count < segments.length; count++) expand(segments.slice(0, count).join('/'))
      itemOf(selected)?.scrollIntoView({ block: 'nearest' })
    }
    const item = refocus.current === null ? null : itemOf(refocus.current)
    if (!item) return
    item.focus()
    refocus.current = null
  }, [selected, data, expand, expandedState])
  const onKey = (event: KeyboardEvent) => {
    const item = event.target instanceof HTMLElement ? event.target.closest('[role=treeitem]') : null
    const path = item?.getAttribute('data-value') ?? null
    if (path === null) return
    const { key, altKey } = event
    const direction = altKey ? directions[key] : undefined
    if (!direction && key !== 'Enter' && key !== 'Delete' && key !== ' ') return
    event.preventDefault()
    event.stopPropagation()
    if (direction) refocus.current = actions.onMove(path, direction)
    else if (key === 'Delete') refocus.current = actions.onRemove(path)
    else actions.onSelect(path)
  }
  return (
    <>
      <Tree
        ref={root}
        aria-describedby={keys}
        aria-label={say('structure')}
        data={data}
        tree={control}
        levelOffset="md"
        expandOnClick={false}
        selectOnClick
        onKeyDownCapture={onKey}
        onDragDrop={actions.onDrop}
        renderNode={renderRow}
      />
      <Text id={keys} size="xs" c="dimmed" mt="sm">
        {say('tree.keys')}
      </Text>
    </>
  )
})

function renderRow({ node, elementProps, hasChildren, expanded, tree }: RenderTreeNodePayload) {
  return (
    <div {...elementProps} className={`${elementProps.className} ${css.node}`}>
      {hasChildren && <Toggle path={node.value} isOpen={expanded} onToggle={() => tree.toggleExpanded(node.value)} />}
      <RowText path={node.value} />
    </div>
  )
}

function RowText({ path }: { path: string }) {
  const { labels, problemPaths, say } = useRowTexts()
  return (
    <>
      <span className={css.nodeLabel}>{labels.get(path)}</span>
      {problemPaths.has(path) && <span className={css.problem}>{say('tree.problem')}</span>}
    </>
  )
}

function Toggle({ path, isOpen, onToggle }: { path: string; isOpen: boolean; onToggle: () => void }) {
  const { labels, say } = useRowTexts()
  return (
    <UnstyledButton
      tabIndex={-1}
      className={css.toggle ?? ''}
      aria-label={say(isOpen ? 'tree.close' : 'tree.open', { name: labels.get(path) ?? '' })}
      onClick={(event) => {
        event.stopPropagation()
        onToggle()
      }}
    >
      {isOpen ? '▾' : '▸'}
    </UnstyledButton>
  )
}

function useRowTexts(): RowTexts {
  const texts = use(RowTextsContext)
  if (!texts) throw new Error('A row outside of the tree')
  return texts
}

/** Thousands of questions would block the page, so their steps are closed until the author opens one. */
const mostExpanded = 500

function expandedAtFirst(nodes: readonly TreeNodeData[]): { [path: string]: boolean } {
  const all = expandedAll(nodes)
  return Object.keys(all).length > mostExpanded ? {} : all
}

function expandedAll(nodes: readonly TreeNodeData[]): { [path: string]: boolean } {
  return Object.fromEntries(
    nodes.flatMap(({ value, children = [] }): [string, boolean][] => [
      [value, true],
      ...Object.entries(expandedAll(children)),
    ]),
  )
}

type Paths = [path: string, inside: Paths[]]

function pathsOf({ path, children }: FormNode): Paths {
  return [path, children.map(pathsOf)]
}

/** The library requires a label; `RowText` shows it. */
function dataOf(nodes: readonly Paths[]): TreeNodeData[] {
  return nodes.map(([value, inside]) => ({
    value,
    label: value,
    ...(inside.length > 0 ? { children: dataOf(inside) } : {}),
  }))
}
