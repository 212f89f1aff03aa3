import { useRef, useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { Button } from '../ui/Button.tsx'
import { controlClass } from '../ui/fields/control.ts'
import { FieldShell, controlAria } from '../ui/fields/FieldShell.tsx'
import { labelKey } from './field-labels.ts'
import type { FieldsInput } from './profile-field.ts'
import { tidyText } from './profile-values.ts'
import type { TextName } from './profile-values.ts'
import styles from './ProfileFields.module.css'

/** One answer of a look-up: how it reads in a list, and what it fills in. */
export type Match = { label: string; fills: Partial<Record<TextName, string>> }

type Props = FieldsInput & {
  name: 'postalCode' | 'corporateNumber'
  /** Asks the provider; rejects or answers nothing where there is nothing to find. */
  search: (number: string) => Promise<Match[]>
  isWhole: (number: string) => boolean
}

const kinds = {
  postalCode: { texts: 'postal', failed: 'application.postalCode', width: 'short', autoComplete: 'postal-code' },
  corporateNumber: {
    texts: 'corporation',
    failed: 'application.corporateNumber',
    width: 'medium',
    autoComplete: 'off',
  },
} as const

type State = 'idle' | 'searching' | 'filled' | 'failed' | Match[]

/** A number that is looked up by itself once it is whole, or by the button; what is found stays editable. */
export function LookupField({ name, search, isWhole, texts, setTexts, isRequired, messageOf }: Props) {
  const t = useText('account')
  const errors = useText('errors')
  const input = useRef<HTMLInputElement>(null)
  const asked = useRef({ number: tidyText(name, texts[name]), turn: 0 })
  const [state, setState] = useState<State>('idle')
  const kind = kinds[name]
  const field = {
    id: name,
    label: t(labelKey(name)),
    required: isRequired(name),
    help: t(`help.${name}`),
    error: messageOf(name),
  }

  function fill(match: Match): void {
    setTexts(match.fills)
    setState('filled')
  }

  async function ask(number: string): Promise<void> {
    const turn = asked.current.turn + 1
    asked.current = { number, turn }
    setState('searching')
    // Whatever went wrong: the person types by hand, or tries again.
    const matches = await search(number).catch(() => [])
    if (asked.current.turn !== turn) return
    const [first] = matches
    if (first === undefined) setState('failed')
    else if (matches.length === 1) fill(first)
    else setState(matches)
  }

  function onType(text: string): void {
    setTexts({ [name]: text })
    const number = tidyText(name, text)
    if (number === asked.current.number) return
    if (isWhole(number)) void ask(number)
    else {
      asked.current = { number: '', turn: asked.current.turn + 1 }
      setState('idle')
    }
  }

  return (
    <FieldShell {...field}>
      <div className={styles.line}>
        <input
          {...controlAria(field)}
          ref={input}
          type="text"
          name={name}
          inputMode="numeric"
          autoComplete={kind.autoComplete}
          className={controlClass(kind.width)}
          value={texts[name]}
          onChange={(event) => onType(event.currentTarget.value)}
          onBlur={() => setTexts({ [name]: tidyText(name, texts[name]) })}
        />
        <Button
          variant="secondary"
          onClick={() => {
            const number = tidyText(name, texts[name])
            if (isWhole(number)) void ask(number)
            else input.current?.focus()
          }}
        >
          {t(`${kind.texts}.search`)}
        </Button>
      </div>
      <div role="status" className={styles.status}>
        {state === 'searching' && t(`${kind.texts}.searching`)}
        {state === 'filled' && t(`${kind.texts}.filled`)}
        {state === 'failed' && errors(kind.failed)}
      </div>
      {Array.isArray(state) && (
        <fieldset className={styles.candidates}>
          <legend>{t(`${kind.texts}.choose`)}</legend>
          {state.map((match) => (
            <button
              key={match.label}
              type="button"
              className={styles.candidate}
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
    </FieldShell>
  )
}
