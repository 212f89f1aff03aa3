import { formatNumber } from '../../lib/display-text.ts'
import { toHalfWidthDigits } from '../../lib/japanese.ts'
import { idList, useEngine, useField } from '../field/field-context.ts'
import { FieldFrame } from '../field/FieldFrame.tsx'
import { controlClass } from '../../ui/fields/control.ts'
import { isOff, textOption, widthOption } from '../field/widget.ts'
import type { WidgetInput } from '../field/widget.ts'
import css from './controls.module.css'
import { useTextControl } from './use-text-control.ts'

/** `１，２００円` → `1200`; any other text stays as typed, for the message. */
function normalizeNumber(text: string): string {
  const plain = toHalfWidthDigits(text)
    .replace(/[．。]/gu, '.')
    .replace(/^[\u2212\uff0d\u30fc]/u, '-')
    .replace(/[,，、\s]/gu, '')
    .replace(/^[¥￥]|\u5186$/gu, '')
  return numeric.test(plain) ? plain : text
}

const numeric = /^-?(?:\d+(?:\.\d*)?|\.\d+)$/
/** More digits than a number can represent stay text, so that no digit changes unnoticed. */
function toNumber(text: string): unknown {
  return numeric.test(text) && text.replace(/\D/g, '').length <= 15 ? Number(text) : text
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

function NumberLine({ money = false, ...props }: WidgetInput & { money?: boolean }) {
  const field = useField()
  const { t } = useEngine()
  const control = useTextControl<HTMLInputElement>({
    pointer: field.pointer,
    value: props.value,
    onChange: props.onChange,
    toText: money ? grouped : plain,
    normalize: normalizeNumber,
    parse: toNumber,
  })
  const unit = field.description.text?.unit ?? (money ? t('money.unit') : undefined)
  const unitId = `${field.id}-unit`
  return (
    <FieldFrame field={field}>
      <span className={css.line}>
        <input
          {...field.aria}
          {...control}
          className={controlClass(widthOption(props.options, 'short'))}
          type="text"
          inputMode={money || props.schema.type === 'integer' ? 'numeric' : 'decimal'}
          autoComplete={textOption(props.options, 'autocomplete') ?? 'off'}
          readOnly={isOff(props)}
          aria-describedby={idList(field.aria['aria-describedby'], unit === undefined ? undefined : unitId)}
        />
        {unit === undefined ? null : <span id={unitId}>{unit}</span>}
      </span>
    </FieldFrame>
  )
}
