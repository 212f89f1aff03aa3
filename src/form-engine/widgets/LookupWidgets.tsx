import { useCallback, useRef, useState } from 'react'
import { isCorporateNumber } from '../../../form-model/corporate-number.ts'
import { segmentsOf } from '../../../form-model/pointer.ts'
import { isRecord } from '../../../form-model/record.ts'
import { normalizeDigits, normalizePostalCode } from '../../lib/japanese.ts'
import { useEngine, useField } from '../field/field-context.ts'
import { FieldFrame } from '../field/FieldFrame.tsx'
import { Button } from '../../ui/Button.tsx'
import { controlClass } from '../../ui/fields/control.ts'
import type { ControlWidth } from '../../ui/fields/control.ts'
import { isOff, textOption, widthOption } from '../field/widget.ts'
import type { WidgetInput } from '../field/widget.ts'
import css from './controls.module.css'
import { useTextControl } from './use-text-control.ts'

/** One answer of a look-up: how it reads in a list, and what it puts into which of the `fills`. */
type Match = { key: string; label: string; values: { [part: string]: string } }

type Kind = {
  texts: 'postal' | 'corporation'
  width: ControlWidth
  autoComplete: string
  normalize: (text: string) => string
  toText?: (value: unknown) => string
  /** Whether a number is worth asking for. */
  isWhole: (text: string) => boolean
}

const postal: Kind = {
  texts: 'postal',
  width: 'short',
  autoComplete: 'postal-code',
  normalize: normalizePostalCode,
  toText: (value) => (typeof value === 'string' ? value.replace(/^(\d{3})(\d{4})$/, '$1-$2') : ''),
  isWhole: (text) => /^\d{7}$/.test(text),
}

const corporation: Kind = {
  texts: 'corporation',
  width: 'medium',
  autoComplete: 'off',
  normalize: normalizeDigits,
  isWhole: isCorporateNumber,
}

export function PostalCodeWidget(props: WidgetInput) {
  const { engine } = useEngine()
  const search = async (code: string): Promise<Match[]> => {
    const found = await engine.deps.lookups.address(code)
    return found.map(({ prefecture, city, town }) => ({
      key: `${prefecture} ${city} ${town}`,
      label: `${prefecture}${city}${town}`,
      values: { prefecture, city, town },
    }))
  }
  return <LookupLine {...props} kind={postal} search={search} />
}

export function CorporateNumberWidget(props: WidgetInput) {
  const { engine } = useEngine()
  const search = async (number: string): Promise<Match[]> => {
    const found = await engine.deps.lookups.corporation(number)
    return found.map(({ corporateNumber, name, address }) => ({
      key: corporateNumber,
      label: `${name} ${address}`,
      values: { name, address },
    }))
  }
  return <LookupLine {...props} kind={corporation} search={search} />
}

type State = 'idle' | 'searching' | 'none' | 'failed' | Match[]

/** A number that is looked up by itself once it is whole, or by the button; the found fields stay editable. */
function LookupLine({
  kind,
  search,
  ...props
}: WidgetInput & { kind: Kind; search: (number: string) => Promise<Match[]> }) {
  const field = useField()
  const { engine, t } = useEngine()
  const [state, setState] = useState<State>('idle')
  const asked = useRef({ number: '', turn: 0 })
  const filled = useRef<{ number: string; values: [path: (string | number)[], value: string][] } | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const fills = isRecord(props.options.fills) ? props.options.fills : null

  const place = segmentsOf(field.pointer)
    .slice(1, -1)
    .map((segment) => (/^\d+$/.test(segment) ? Number(segment) : segment))
  const targets = Object.entries(fills ?? {}).flatMap(([part, name]) =>
    typeof name === 'string' ? [{ part, path: [...place, name] }] : [],
  )
  const shown = () => JSON.stringify(targets.map(({ path }) => engine.shownAt(engine.pointerOf(path)) ?? null))

  const fill = (match: Match) => {
    setState('idle')
    const values: [(string | number)[], string][] = []
    for (const { part, path } of targets) {
      const value = match.values[part]
      if (value === undefined) continue
      engine.setValue(path, value === '' ? undefined : value)
      values.push([path, value])
    }
    filled.current = { number: asked.current.number, values }
    engine.announce(t(`${kind.texts}.filled`))
  }

  /** Takes back what another number had filled in, unless it was edited since. */
  const clearFilled = (number: string) => {
    const last = filled.current
    if (last === null || last.number === number) return
    for (const [path, value] of last.values)
      if (value !== '' && engine.shownAt(engine.pointerOf(path)) === value) engine.setValue(path, undefined)
    filled.current = null
  }

  const ask = async (number: string) => {
    const turn = asked.current.turn + 1
    asked.current = { number, turn }
    setState('searching')
    const before = shown()
    let matches: Match[] | null = null
    try {
      matches = await search(number)
    } catch {
      // The user can type the fields; the API layer reports the cause.
      matches = null
    }
    if (asked.current.turn !== turn) return
    const [first] = matches ?? []
    if (first !== undefined && matches?.length === 1 && shown() === before) return fill(first)
    clearFilled(number)
    // Several, or one that came after the user had begun to type there: only a click may replace what was typed.
    setState(matches === null ? 'failed' : first === undefined ? 'none' : matches)
  }

  const onText = (text: string) => {
    const number = kind.normalize(text)
    if (number === asked.current.number) return
    if (fills !== null && kind.isWhole(number)) void ask(number)
    else {
      asked.current = { number, turn: asked.current.turn + 1 }
      setState('idle')
    }
  }

  const control = useTextControl<HTMLInputElement>({
    pointer: field.pointer,
    value: props.value,
    onChange: props.onChange,
    normalize: kind.normalize,
    ...(kind.toText ? { toText: kind.toText } : {}),
  })
  const { ref: controlRef, onInput, ...controlProps } = control
  // The same function for every render: React would call another one as if the input had been replaced.
  const ref = useCallback(
    (element: HTMLInputElement | null) => {
      input.current = element
      return controlRef(element)
    },
    [controlRef],
  )

  return (
    <FieldFrame field={field}>
      <div className={css.line}>
        <input
          {...field.aria}
          {...controlProps}
          ref={ref}
          className={`${controlClass(widthOption(props.options, kind.width))} ${css[kind.texts] ?? ''}`}
          type="text"
          inputMode="numeric"
          autoComplete={textOption(props.options, 'autocomplete') ?? kind.autoComplete}
          readOnly={isOff(props)}
          onInput={(event) => {
            onInput()
            onText(event.currentTarget.value)
          }}
        />
        {fills === null || isOff(props) ? null : (
          <Button
            variant="secondary"
            onClick={() => {
              const number = kind.normalize(input.current?.value ?? '')
              if (kind.isWhole(number)) void ask(number)
              else {
                engine.touch(field.pointer)
                engine.fieldLeft(field.pointer, false)
                input.current?.focus()
              }
            }}
          >
            {t(`${kind.texts}.search`)}
          </Button>
        )}
      </div>
      <output className={css.status}>
        {(state === 'searching' || state === 'none' || state === 'failed') && t(`${kind.texts}.${state}`)}
      </output>
      {Array.isArray(state) && (
        <fieldset className={css.candidates}>
          <legend>{t(`${kind.texts}.choose`)}</legend>
          {state.map((match) => (
            <button
              className={css.candidate}
              type="button"
              key={match.key}
              onClick={() => {
                fill(match)
                input.current?.focus()
              }}
            >
              {match.label}
            </button>
          ))}
        </fieldset>
      )}
    </FieldFrame>
  )
}
