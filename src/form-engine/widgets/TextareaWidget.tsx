import { useState } from 'react'
import { idList, useEngine, useField } from '../field/field-context.ts'
import { FieldFrame } from '../field/FieldFrame.tsx'
import { controlClass } from '../../ui/fields/control.ts'
import { isReadOnly, numberOption, widthOption } from '../field/widget.ts'
import type { WidgetInput } from '../field/widget.ts'
import css from './controls.module.css'
import { plainText } from './TextWidget.tsx'
import { useTextControl } from './use-text-control.ts'

function lengthOf(text: string) {
  return Array.from(text).length
}

/** The number of remaining characters is shown from this share of the limit; before, it would only distract. */
const counted = 0.8

/**
 * Several lines, with the number of remaining characters near the limit. Typing beyond it is possible and announced.
 */
export function TextareaWidget(props: WidgetInput) {
  const field = useField()
  const { t } = useEngine()
  const { maxLength } = props.schema
  const limit = typeof maxLength === 'number' ? maxLength : undefined
  const [length, setLength] = useState(() => lengthOf(typeof props.value === 'string' ? props.value : ''))
  const [count] = useState(() => (text: string) => setLength(lengthOf(text)))
  const { control } = useTextControl<HTMLTextAreaElement>({
    pointer: field.pointer,
    value: props.value,
    onChange: props.onChange,
    onText: count,
    normalize: plainText(props.schema),
  })
  const counter = `${field.id}-counter`
  const left = limit === undefined ? 0 : limit - length
  const words = left < 0 ? t('counter.over', { over: -left }) : t('counter.left', { left })
  return (
    <FieldFrame field={field}>
      <textarea
        {...field.aria}
        {...control}
        className={controlClass(widthOption(props.options))}
        rows={numberOption(props.options, 'rows') ?? 5}
        readOnly={isReadOnly(props)}
        aria-describedby={idList(field.aria['aria-describedby'], limit === undefined ? undefined : counter)}
      />
      {limit === undefined ? null : (
        <p className={css.counter} id={counter} data-over={left < 0 || undefined}>
          {length >= limit * counted && words}
        </p>
      )}
    </FieldFrame>
  )
}
