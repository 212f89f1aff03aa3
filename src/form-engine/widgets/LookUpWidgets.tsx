import { useCallback, useRef } from 'react'
import { isCorporateNumber } from '../../../form-model/corporate-number.ts'
import { formats } from '../../../form-model/formats.ts'
import { segmentsOf } from '../../../form-model/pointer.ts'
import { isRecord } from '../../../form-model/record.ts'
import { isCompletePostalCode } from '../../fields/AddressFields.tsx'
import { LookUpLine } from '../../fields/LookUpLine.tsx'
import { useLookUp } from '../../fields/use-look-up.ts'
import type { Match } from '../../fields/use-look-up.ts'
import { groupPostalCode, normalizeDigits, normalizePostalCode } from '../../lib/japanese.ts'
import { controlClass } from '../../ui/fields/control.ts'
import type { ControlWidth } from '../../ui/fields/control.ts'
import { useEngine, useField } from '../field/field-context.ts'
import { FieldFrame } from '../field/FieldFrame.tsx'
import { isReadOnly, textOption, widthOption } from '../field/widget.ts'
import type { WidgetInput } from '../field/widget.ts'
import { useTextControl } from './use-text-control.ts'

type Kind = {
  subject: 'postal' | 'corporation'
  width: ControlWidth
  inputMode: 'numeric'
  autoComplete: string
  normalize: (text: string) => string
  toText?: (value: unknown) => string
  isComplete: (number: string) => boolean
}

const postal: Kind = {
  subject: 'postal',
  width: 'short',
  inputMode: formats['jp-postal-code'].inputMode,
  autoComplete: 'postal-code',
  normalize: normalizePostalCode,
  toText: (value) => (typeof value === 'string' ? groupPostalCode(value) : ''),
  isComplete: isCompletePostalCode,
}

const corporation: Kind = {
  subject: 'corporation',
  width: 'medium',
  inputMode: formats['jp-corporate-number'].inputMode,
  autoComplete: 'off',
  normalize: normalizeDigits,
  isComplete: isCorporateNumber,
}

export function PostalCodeWidget(props: WidgetInput) {
  const { engine } = useEngine()
  const search = async (code: string): Promise<Match<string>[]> => {
    const found = await engine.deps.lookups.address(code)
    return found.map(({ prefecture, city, town }) => ({
      label: `${prefecture}${city}${town}`,
      fills: { prefecture, city, town },
    }))
  }
  return <NumberToLookUp {...props} kind={postal} search={search} />
}

export function CorporateNumberWidget(props: WidgetInput) {
  const { engine } = useEngine()
  const search = async (number: string): Promise<Match<string>[]> => {
    const found = await engine.deps.lookups.corporation(number)
    return found.map(({ name, address }) => ({ label: `${name} ${address}`, fills: { name, address } }))
  }
  return <NumberToLookUp {...props} kind={corporation} search={search} />
}

/** A number whose details fill in the fields of the step that its option `fills` names. */
function NumberToLookUp({
  kind,
  search,
  ...props
}: WidgetInput & { kind: Kind; search: (number: string) => Promise<Match<string>[]> }) {
  const field = useField()
  const { engine } = useEngine()
  const input = useRef<HTMLInputElement>(null)
  const fills = isRecord(props.options.fills) ? props.options.fills : null

  const place = segmentsOf(field.pointer)
    .slice(1, -1)
    .map((segment) => (/^\d+$/.test(segment) ? Number(segment) : segment))
  const targets = Object.entries(fills ?? {}).flatMap(([part, name]) =>
    typeof name === 'string' ? [{ part, path: [...place, name] }] : [],
  )
  const number = () => kind.normalize(input.current?.value ?? '')
  const lookUp = useLookUp<string>({
    initial: typeof props.value === 'string' ? kind.normalize(props.value) : '',
    isComplete: kind.isComplete,
    search,
    current: () =>
      Object.fromEntries(
        targets.map(({ part, path }) => {
          const shown = engine.shownAt(engine.pointerOf(path))
          return [part, typeof shown === 'string' ? shown : '']
        }),
      ),
    fill: (texts) => {
      for (const { part, path } of targets) {
        const text = texts[part]
        if (text !== undefined) engine.setValue(path, text === '' ? undefined : text)
      }
    },
  })
  /** The field's own error explains an incomplete number. */
  const ask = (wanted: string): boolean => {
    if (kind.isComplete(wanted)) return lookUp.ask(wanted)
    engine.touch(field.pointer)
    engine.fieldLeft(field.pointer, false)
    return false
  }

  const { control } = useTextControl<HTMLInputElement>({
    pointer: field.pointer,
    value: props.value,
    onChange: props.onChange,
    normalize: kind.normalize,
    ...(kind.toText ? { toText: kind.toText } : {}),
    onText: (text, isTyped) => fills !== null && lookUp.onNumber(kind.normalize(text), isTyped),
  })
  const { ref: controlRef, ...controlProps } = control
  // The same function for every render: React would call a new one as if the input had been replaced.
  const ref = useCallback(
    (element: HTMLInputElement | null) => {
      input.current = element
      return controlRef(element)
    },
    [controlRef],
  )

  return (
    <FieldFrame field={field}>
      <LookUpLine
        subject={kind.subject}
        lookUp={{ ...lookUp, ask }}
        number={number}
        readOnly={fills === null || isReadOnly(props)}
      >
        <input
          {...field.aria}
          {...controlProps}
          ref={ref}
          className={controlClass(widthOption(props.options, kind.width))}
          type="text"
          inputMode={kind.inputMode}
          autoComplete={textOption(props.options, 'autocomplete') ?? kind.autoComplete}
          readOnly={isReadOnly(props)}
        />
      </LookUpLine>
    </FieldFrame>
  )
}
