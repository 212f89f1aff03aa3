import { useCallback, useRef, useState } from 'react'
import type { RefCallback } from 'react'
import { cleanText } from '../../../form-model/visible-text.ts'
import { afterGesture } from '../field/after-gesture.ts'
import { useEngine } from '../field/field-context.ts'
import { onEnter } from './enter-key.ts'
import { useOutsideValue } from '../../ui/fields/use-outside-value.ts'

type Options<Element> = {
  pointer: string
  /** The value in the form. */
  value: unknown
  onChange: (value: unknown) => void
  /** The displayed text for a value. */
  toText?: (value: unknown) => string
  /** The text for a value while the field has the focus, if it is another one. */
  toEditedText?: (value: unknown) => string
  /** The normalised text, applied on blur: width, kana, separators. */
  normalize?: (text: string) => string
  /** The value of a normalised text that is not empty. */
  parse?: (text: string) => unknown
  /** The text of the field, if it is not its value. */
  textOf?: (field: Element) => string
  /** Called with every displayed text. `isTyped`: the user has entered it. */
  onText?: (text: string, isTyped: boolean) => void
}

function asText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function same(text: string) {
  return text
}

/**
 * An uncontrolled text field: a keystroke causes no render, moves no caret and disturbs no composition. Each one is
 * reported to the draft; the form gets the value when the field is left or the step is committed.
 */
export function useTextControl<Element extends HTMLInputElement | HTMLTextAreaElement>({
  pointer,
  value,
  onChange,
  toText = asText,
  toEditedText,
  normalize = same,
  parse = same,
  textOf = ({ value: text }) => text,
  onText,
}: Options<Element>) {
  const { engine } = useEngine()
  const element = useRef<Element>(null)
  const [defaultValue] = useState(() => toText(value))
  /** The text of the field that it has shown or reported. */
  const known = useRef(defaultValue)

  const show = (text: string) => {
    known.current = text
    if (!element.current || textOf(element.current) === text) return
    element.current.value = text
    onText?.(text, false)
  }
  const isNew = useOutsideValue(value, (next) => {
    if (!engine.isPending(pointer)) show(toText(next))
  })
  const read = (text: string): unknown => {
    const clean = cleanText(normalize(text))
    return clean === '' ? undefined : parse(clean)
  }

  /** Passes the text to the form; returns whether the value changed. */
  const commit = (): boolean => {
    if (!element.current) return false
    engine.clearPending(pointer)
    const next = read(textOf(element.current))
    show(next === undefined ? '' : toText(next))
    if (!isNew(next)) return false
    onChange(next)
    return true
  }

  const ref = useCallback<RefCallback<Element>>(
    (field) => {
      element.current = field
      return () => {
        element.current = null
        engine.clearPending(pointer)
      }
    },
    [engine, pointer],
  )
  /** Replaces the value from a button beside the field, which may have a text that the form does not have yet. */
  const replace = (next: (now: unknown) => unknown): void => {
    if (!element.current) return
    show(toText(next(read(element.current.value))))
    const changed = commit()
    engine.fieldLeft(pointer, changed)
  }

  const control = {
    ref,
    defaultValue,
    enterKeyHint: 'next' as const,
    onKeyDown: onEnter,
    onFocus: () => {
      const field = element.current
      if (!field || field.readOnly || toEditedText === undefined) return
      const before = field.value
      // The Tab key selects the text; a tap sets the caret afterwards.
      const isSelected = field.selectionStart === 0 && field.selectionEnd === before.length
      show(toEditedText(read(before)))
      if (isSelected) field.select()
    },
    // Not `onChange`: React reports no text that a script has assigned before its event, e.g. that of a password manager.
    onInput: () => {
      const text = element.current && textOf(element.current)
      if (text === null || text === known.current) return
      known.current = text
      onText?.(text, true)
      engine.input(pointer, read(text), commit)
    },
    onBlur: () =>
      afterGesture(() => {
        const changed = commit()
        engine.fieldLeft(pointer, changed)
      }),
  }
  return { control, replace, commit }
}
