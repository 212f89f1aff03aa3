import { formatNumber } from '../../lib/display-text.ts'
import { isPlainNumber, normalizeNumber } from '../../lib/japanese.ts'
import { idList, useEngine, useField } from '../field/field-context.ts'
import { FieldFrame } from '../field/FieldFrame.tsx'
import { controlClass } from '../../ui/fields/control.ts'
import { isReadOnly, textOption, widthOption } from '../field/widget.ts'
import type { WidgetInput } from '../field/widget.ts'
import css from './controls.module.css'
import { useTextControl } from './use-text-control.ts'

/** A number with more digits than JavaScript can represent stays a text, so that no digit changes unnoticed. */
function toNumber(text: string): unknown {
  return isPlainNumber(text) && text.replace(/\D/g, '').length <= 15 ? Number(text) : text
}

/**
 * A text field with a number keyboard: it accepts full-width digits, and no mouse wheel or arrow key changes the value
 * by accident.
 */
export function NumberWidget(props: WidgetInput) {
  return <NumberLine {...props} />
}

/** Whole yen, grouped while it is not being edited. */
export function MoneyWidget(props: WidgetInput) {
  return <NumberLine {...props} money />
}

function grouped(value: unknown): string {
  return typeof value === 'number' ? formatNumber(value) : plain(value)
}

function plain(value: unknown): string {
  return typeof value === 'number' || typeof value === 'string' ? String(value) : ''
}

type Range = { minimum: number; maximum: number }

/** Beyond this many values, typing takes fewer clicks. */
const maxSteps = 20

/** The range of a whole number that is small enough for buttons; null for any other number. */
function steppedRange({ type, minimum, maximum, multipleOf }: WidgetInput['schema']): Range | null {
  if (type !== 'integer' || typeof minimum !== 'number' || typeof maximum !== 'number' || multipleOf !== undefined)
    return null
  return maximum - minimum <= maxSteps ? { minimum, maximum } : null
}

/** If the answer is empty or invalid, the first click sets the smallest number. */
function stepped(now: unknown, by: 1 | -1, { minimum, maximum }: Range): number {
  if (typeof now !== 'number') return minimum
  return Math.min(maximum, Math.max(minimum, Math.round(now) + by))
}

/** The keyboards for numbers on iOS have no minus. */
function keyboardFor({ type, minimum, exclusiveMinimum }: WidgetInput['schema'], money: boolean) {
  if (Number(minimum ?? 0) < 0 || Number(exclusiveMinimum ?? 0) < 0) return 'text'
  return money || type === 'integer' ? 'numeric' : 'decimal'
}

function NumberLine({ money = false, ...props }: WidgetInput & { money?: boolean }) {
  const field = useField()
  const { t } = useEngine()
  const { control, replace } = useTextControl<HTMLInputElement>({
    pointer: field.pointer,
    value: props.value,
    onChange: props.onChange,
    ...(money ? { toText: grouped, toEditedText: plain } : { toText: plain }),
    normalize: normalizeNumber,
    parse: toNumber,
  })
  const unit = field.description.text?.unit ?? (money ? t('money.unit') : undefined)
  const unitId = `${field.id}-unit`
  const range = money || isReadOnly(props) ? null : steppedRange(props.schema)
  const stepper = (by: 1 | -1) =>
    range !== null && (
      <button
        type="button"
        // The buttons are for touch and not in the Tab order: with a keyboard, users type the number.
        tabIndex={-1}
        className={css.step}
        aria-label={t(by === 1 ? 'number.more' : 'number.less', { label: field.label })}
        // `disabled` would take the focus from the button that reaches the end of the range.
        aria-disabled={props.value === (by === 1 ? range.maximum : range.minimum) || undefined}
        onClick={() => replace((now) => stepped(now, by, range))}
      >
        <span aria-hidden="true">{by === 1 ? '+' : '−'}</span>
      </button>
    )
  return (
    <FieldFrame field={field}>
      <span className={css.line}>
        {stepper(-1)}
        <input
          {...field.aria}
          {...control}
          className={controlClass(widthOption(props.options, 'short'))}
          type="text"
          inputMode={keyboardFor(props.schema, money)}
          autoComplete={textOption(props.options, 'autocomplete') ?? 'off'}
          readOnly={isReadOnly(props)}
          aria-describedby={idList(field.aria['aria-describedby'], unit === undefined ? undefined : unitId)}
        />
        {stepper(1)}
        {unit === undefined ? null : <span id={unitId}>{unit}</span>}
      </span>
    </FieldFrame>
  )
}
