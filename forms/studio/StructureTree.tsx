import { Text, Tree, UnstyledButton, useTree } from '@mantine/core'
import type { TreeNodeData } from '@mantine/core'
import { useEffect, useId, useRef } from 'react'
import type { KeyboardEvent } from 'react'
import type { FormNode } from '../edit/form-tree.ts'
import { placeOfDrop } from './form-places.ts'
import type { Direction } from './form-places.ts'
import type { Place } from '../edit/move-node.ts'
import css from './Studio.module.css'
import type { Say } from './studio-texts.ts'

type Props = {
  tree: readonly FormNode[]
  labelOf: (path: string) => string
  problemPaths: ReadonlySet<string>
  selected: string
  say: Say
  onSelect: (path: string) => void
  /** Returns the path to focus; `null` leaves the focus. */
  onMove: (path: string, direction: Direction) => string | null
  onDrop: (path: string, place: Place) => void
  onRemove: (path: string) => string
}

const directions: { readonly [key: string]: Direction } = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
}

/**
 * Steps and questions. Arrow keys move the focus, Enter selects, Alt with an arrow moves the question, Delete removes
 * it.
 */
export function StructureTree(props: Props) {
  const { tree, labelOf, problemPaths, selected, say, onSelect, onMove, onDrop, onRemove } = props
  const keys = useId()
  const control = useTree({
    initialExpandedState: expandedAll(tree),
    selectedState: [selected],
    onSelectedStateChange: ([path]) => {
      if (path !== undefined) onSelect(path)
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
  }, [selected, tree, expand, expandedState])
  const onKey = (event: KeyboardEvent) => {
    const item = event.target instanceof HTMLElement ? event.target.closest('[role=treeitem]') : null
    const path = item?.getAttribute('data-value') ?? null
    if (path === null) return
    const { key, altKey } = event
    const direction = altKey ? directions[key] : undefined
    if (!direction && key !== 'Enter' && key !== 'Delete' && key !== ' ') return
    event.preventDefault()
    event.stopPropagation()
    if (direction) refocus.current = onMove(path, direction)
    else if (key === 'Delete') refocus.current = onRemove(path)
    else onSelect(path)
  }
  return (
    <>
      <Tree
        ref={root}
        aria-describedby={keys}
        aria-label={say('structure')}
        data={tree.map((node) => dataOf(node, labelOf))}
        tree={control}
        levelOffset="md"
        expandOnClick={false}
        selectOnClick
        onKeyDownCapture={onKey}
        onDragDrop={(drop) => {
          const place = placeOfDrop(tree, drop)
          if (place) onDrop(drop.draggedNode, place)
        }}
        renderNode={({ node, elementProps, hasChildren, expanded }) => (
          <div {...elementProps} className={`${elementProps.className} ${css.node}`}>
            {hasChildren && (
              <UnstyledButton
                tabIndex={-1}
                className={css.toggle ?? ''}
                aria-label={say(expanded ? 'tree.close' : 'tree.open', { name: labelOf(node.value) })}
                onClick={(event) => {
                  event.stopPropagation()
                  control.toggleExpanded(node.value)
                }}
              >
                {expanded ? '▾' : '▸'}
              </UnstyledButton>
            )}
            <span>{node.label}</span>
            {problemPaths.has(node.value) && <span className={css.problem}>{say('tree.problem')}</span>}
          </div>
        )}
      />
      <Text id={keys} size="xs" c="dimmed" mt="sm">
        {say('tree.keys')}
      </Text>
    </>
  )
}

function expandedAll(tree: readonly FormNode[]): { [path: string]: boolean } {
  return Object.fromEntries(
    tree.flatMap((node): [string, boolean][] => [[node.path, true], ...Object.entries(expandedAll(node.children))]),
  )
}

function dataOf(node: FormNode, labelOf: (path: string) => string): TreeNodeData {
  const children = node.children.map((child) => dataOf(child, labelOf))
  return { value: node.path, label: labelOf(node.path), ...(children.length > 0 ? { children } : {}) }
}
