import { Button, Group } from '@mantine/core'
import { useLayoutEffect, useRef, useState } from 'react'
import type { DragEvent, KeyboardEvent } from 'react'
import { choiceName, choicesOf } from '../edit/commands.ts'
import { moveChoice } from '../edit/choice-list.ts'
import type { PartProps } from './part-props.ts'
import css from './Studio.module.css'

type Move = (from: number, to: number) => void

/**
 * The order of the choices, by dragging their rows, by the buttons, and by Alt with an arrow in their fields. The change
 * is announced by its title.
 */
export function useChoiceOrder({ files, node, say, name, onChange }: PartProps) {
  const choices = choicesOf(files, node)
  const [dragged, setDragged] = useState<number | null>(null)
  /** Moving a row also moves the focused element, which loses the focus. */
  const refocus = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (refocus.current instanceof HTMLElement && refocus.current.isConnected) refocus.current.focus()
    refocus.current = null
  })
  const move: Move = (from, to) => {
    const choice = choices[from]
    if (!choice || from === to || choices[to] === undefined) return
    refocus.current = document.activeElement
    onChange(say('moved', { name: choiceName(choice), place: name, number: to + 1 }), (before) =>
      moveChoice(before, node, from, to),
    )
  }
  const row = (index: number) => ({
    'data-dragged': dragged === index || undefined,
    onDragOver: (event: DragEvent) => {
      if (dragged !== null) event.preventDefault()
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      if (dragged !== null) move(dragged, index)
      setDragged(null)
    },
    onKeyDown: (event: KeyboardEvent) => {
      const step = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined
      if (step === undefined) return
      event.preventDefault()
      move(index, index + step)
    },
  })
  const handle = (index: number) => ({
    draggable: true,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move'
      event.dataTransfer.setData('text/plain', choices[index] ? choiceName(choices[index]) : '')
      setDragged(index)
    },
    onDragEnd: () => setDragged(null),
  })
  return { row, handle, move, count: choices.length }
}

type MoverProps = Pick<PartProps, 'say'> & {
  order: ReturnType<typeof useChoiceOrder>
  index: number
  label: string
}

/** The handle and the buttons of one choice. */
export function ChoiceMover({ order, index, label, say }: MoverProps) {
  const { handle, move, count } = order
  return (
    <Group gap={4} wrap="nowrap">
      <span aria-hidden="true" className={css.handle} {...handle(index)}>
        ⠿
      </span>
      {([-1, 1] as const).map((step) => (
        <Button
          key={step}
          variant="default"
          size="compact-md"
          aria-label={say(step < 0 ? 'choice.up' : 'choice.down', { name: label })}
          // `disabled` would take the focus from the button that reaches the end.
          aria-disabled={(step < 0 ? index === 0 : index === count - 1) || undefined}
          onClick={() => move(index, index + step)}
        >
          <span aria-hidden="true">{step < 0 ? '↑' : '↓'}</span>
        </Button>
      ))}
    </Group>
  )
}
