import { Text, Tree, UnstyledButton, useTree } from '@mantine/core'
import type { RenderTreeNodePayload, TreeNodeData } from '@mantine/core'
import {
  createContext,
  memo,
  use,
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { KeyboardEvent, MouseEvent, Ref } from 'react'
import type { FormNode } from '../edit/form-tree.ts'
import type { Direction, Drop } from './form-places.ts'
import css from './Studio.module.css'
import type { Say } from './studio-texts.ts'
import { createListeners } from '../../src/lib/signal.ts'

type Actions = {
  onSelect: (path: string) => void
  /** Returns the path to focus; `null` leaves the focus. */
  onMove: (path: string, direction: Direction) => string | null
  onDrop: (drop: Drop) => void
  onRemove: (path: string) => string
}

type Props = Actions & {
  tree: readonly FormNode[]
  selected: string
  labels: ReadonlyMap<string, string>
  problemPaths: ReadonlySet<string>
  say: Say
}

type Row = { store: RowStore; say: Say }

const RowContext = createContext<Row | null>(null)

/**
 * Steps and questions. Arrow keys move the focus, Enter selects, Alt with an arrow moves the question, Delete removes
 * it. Rendering all rows of a large form takes longer than a keystroke or a click may, so another text or finding
 * renders only its row, and the selection is set in the elements.
 */
export function StructureTree({ tree, selected, labels, problemPaths, say, ...actions }: Props) {
  const structure = JSON.stringify(tree.map(pathsOf))
  const data = useMemo(() => dataOf(JSON.parse(structure) as Paths[]), [structure])
  const [store] = useState(() => new RowStore(labels, problemPaths))
  const row = useMemo(() => ({ store, say }), [store, say])
  const rows = useRef<RowsHandle>(null)
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useLayoutEffect(() => store.show(labels, problemPaths), [store, labels, problemPaths])
  useLayoutEffect(() => rows.current?.select(selected), [selected])
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
    <RowContext value={row}>
      <Rows ref={rows} data={data} say={say} actions={stable} />
    </RowContext>
  )
}

type RowsHandle = { select: (path: string) => void }

type RowsProps = { ref: Ref<RowsHandle>; data: TreeNodeData[]; say: Say; actions: Actions }

const directions: { readonly [key: string]: Direction } = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
}

/** Mantine's own selection would render all rows at each click. */
const noSelection: string[] = []

const Rows = memo(function Rows({ ref, data, say, actions }: RowsProps) {
  const keys = useId()
  const [open, setOpen] = useState(() => expandedAtFirst(data))
  const control = useTree({
    expandedState: open,
    onExpandedStateChange: setOpen,
    selectedState: noSelection,
  })
  const root = useRef<HTMLUListElement>(null)
  const selected = useRef('')
  /** Whether the selected row is scrolled into view when it is rendered. */
  const toShow = useRef(false)
  /** Moving or removing a question by keyboard also moves or removes the focused element. */
  const refocus = useRef<string | null>(null)
  /** The rows so far; null before the first ones, which are open or closed already. */
  const rows = useRef<ReadonlySet<string> | null>(null)
  const showSelected = useCallback(() => {
    const list = root.current
    if (!list) return
    markSelected(list, selected.current)
    const item = toShow.current ? itemOf(list, selected.current) : null
    if (!item) return
    // Without the rows inside it, which may be higher than the pane. A new row gets its text, and its height, next.
    requestAnimationFrame(() => (item.firstElementChild ?? item).scrollIntoView({ block: 'nearest' }))
    toShow.current = false
  }, [])
  useImperativeHandle(
    ref,
    () => ({
      select(path) {
        selected.current = path
        toShow.current = true
        const segments = path.split('/')
        const around = segments.slice(1).map((_, index) => segments.slice(0, index + 1).join('/'))
        setOpen((before) =>
          around.every((one) => before[one] === true)
            ? before
            : { ...before, ...Object.fromEntries(around.map((one) => [one, true])) },
        )
        showSelected()
        // What had the focus was removed, for example with its question.
        const isLost = rows.current !== null && document.activeElement === document.body
        if (isLost && root.current) itemOf(root.current, path)?.focus({ preventScroll: true })
      },
    }),
    [showSelected],
  )
  useEffect(() => {
    const all = expandedAll(data)
    const known = rows.current
    rows.current = new Set(Object.keys(all))
    const added = known ? Object.entries(all).filter(([path]) => !known.has(path)) : []
    // What is inside a new list is visible at once. The library has closed it in an effect before this one.
    if (added.length > 0) setOpen((before) => ({ ...before, ...Object.fromEntries(added) }))
  }, [data])
  useLayoutEffect(() => {
    showSelected()
    const item = root.current && refocus.current !== null ? itemOf(root.current, refocus.current) : null
    if (!item) return
    item.focus()
    refocus.current = null
  }, [data, open, showSelected])
  const onClick = ({ target }: MouseEvent) => {
    if (!(target instanceof HTMLElement) || target.closest('button')) return
    const path = target.closest('[role=treeitem]')?.getAttribute('data-value') ?? null
    if (path !== null) actions.onSelect(path)
  }
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
        onClickCapture={onClick}
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
  const { store, say } = useRow()
  const label = useSyncExternalStore(store.subscribe, () => store.label(path))
  const hasProblem = useSyncExternalStore(store.subscribe, () => store.hasProblem(path))
  return (
    <>
      <span className={css.nodeLabel}>{label}</span>
      {hasProblem && <span className={css.problem}>{say('tree.problem')}</span>}
    </>
  )
}

function Toggle({ path, isOpen, onToggle }: { path: string; isOpen: boolean; onToggle: () => void }) {
  const { store, say } = useRow()
  const name = useSyncExternalStore(store.subscribe, () => store.label(path))
  return (
    <UnstyledButton
      tabIndex={-1}
      className={css.toggle ?? ''}
      aria-label={say(isOpen ? 'tree.close' : 'tree.open', { name })}
      onClick={(event) => {
        event.stopPropagation()
        onToggle()
      }}
    >
      {isOpen ? '▾' : '▸'}
    </UnstyledButton>
  )
}

function useRow(): Row {
  const row = use(RowContext)
  if (!row) throw new Error('A row outside of the tree')
  return row
}

/** What the rows show besides the structure. */
class RowStore {
  #labels: ReadonlyMap<string, string>
  #problemPaths: ReadonlySet<string>
  readonly #listeners = createListeners()

  constructor(labels: ReadonlyMap<string, string>, problemPaths: ReadonlySet<string>) {
    this.#labels = labels
    this.#problemPaths = problemPaths
  }

  subscribe = this.#listeners.subscribe

  label(path: string): string {
    return this.#labels.get(path) ?? ''
  }

  hasProblem(path: string): boolean {
    return this.#problemPaths.has(path)
  }

  show(labels: ReadonlyMap<string, string>, problemPaths: ReadonlySet<string>): void {
    if (labels === this.#labels && problemPaths === this.#problemPaths) return
    this.#labels = labels
    this.#problemPaths = problemPaths
    this.#listeners.notify()
  }
}

function itemOf(list: HTMLElement, path: string): HTMLElement | null {
  return list.querySelector<HTMLElement>(`[role=treeitem][data-value="${CSS.escape(path)}"]`)
}

/** The selected row is the one that Tab reaches; React leaves these attributes as they are, since its own do not change. */
function markSelected(list: HTMLElement, path: string): void {
  const items = [...list.querySelectorAll<HTMLElement>('[role=treeitem]')]
  const found = itemOf(list, path) ?? items[0]
  for (const item of items) {
    const isSelected = item.dataset.value === path
    if ((item.getAttribute('aria-selected') === 'true') !== isSelected)
      item.setAttribute('aria-selected', String(isSelected))
    const tabIndex = item === found ? 0 : -1
    if (item.tabIndex !== tabIndex) item.tabIndex = tabIndex
  }
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
