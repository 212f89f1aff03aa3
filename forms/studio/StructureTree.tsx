import { Tree, UnstyledButton, useTree } from '@mantine/core'
import type { TreeNodeData } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { KeyboardEvent } from 'react'
import type { FormNode } from '../edit/form-tree.ts'
import css from './Studio.module.css'
import type { Say } from './studio-texts.ts'

type Props = {
  tree: readonly FormNode[]
  labelOf: (path: string) => string
  problemPaths: ReadonlySet<string>
  selected: string
  say: Say
  onSelect: (path: string) => void
  onMove: (path: string, by: -1 | 1) => void
  onRemove: (path: string) => void
}

/**
 * Steps and questions. Arrow keys move the focus, Enter selects, Alt with an arrow moves the question, Delete removes
 * it.
 */
export function StructureTree({ tree, labelOf, problemPaths, selected, say, onSelect, onMove, onRemove }: Props) {
  const control = useTree({
    initialExpandedState: expandedAll(tree),
    selectedState: [selected],
    onSelectedStateChange: ([path]) => {
      if (path !== undefined) onSelect(path)
    },
  })
  const root = useRef<HTMLUListElement>(null)
  const { expand } = control
  const shown = useRef('')
  /** Removing a question by keyboard also removes the focused element. */
  const refocus = useRef(false)
  useEffect(() => {
    if (shown.current === selected) return
    shown.current = selected
    const segments = selected.split('/')
    for (let count = 1; count < segments.length; count++) expand(segments.slice(0, count).join('/'))
    const item = root.current?.querySelector('[data-selected=true]')?.closest<HTMLElement>('[role=treeitem]')
    item?.scrollIntoView({ block: 'nearest' })
    if (refocus.current) item?.focus()
    refocus.current = false
  }, [selected, expand])
  const onKey = (event: KeyboardEvent) => {
    const item = event.target instanceof HTMLElement ? event.target.closest('[role=treeitem]') : null
    const path = item?.getAttribute('data-value') ?? null
    if (path === null) return
    const { key, altKey } = event
    const isMove = altKey && (key === 'ArrowUp' || key === 'ArrowDown')
    if (!isMove && key !== 'Enter' && key !== 'Delete' && key !== ' ') return
    event.preventDefault()
    event.stopPropagation()
    if (isMove) onMove(path, key === 'ArrowUp' ? -1 : 1)
    else if (key === 'Delete') {
      refocus.current = true
      onRemove(path)
    } else onSelect(path)
  }
  return (
    <Tree
      ref={root}
      aria-label={say('structure')}
      data={tree.map((node) => dataOf(node, labelOf))}
      tree={control}
      levelOffset="md"
      expandOnClick={false}
      selectOnClick
      onKeyDownCapture={onKey}
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
