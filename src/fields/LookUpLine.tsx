import { useRef } from 'react'
import { useText } from '../i18n/use-text.ts'
import { Button } from '../ui/Button.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import styles from './LookUpLine.module.css'
import type { LookUp } from './use-look-up.ts'
import type { Elements } from '../ui/elements.ts'

type Props<Name extends string> = {
  subject: 'postal' | 'corporation'
  lookUp: LookUp<Name>
  /** The number in the field, normalised. */
  number: () => string
  /** The input of the number. */
  children: Elements
  /** A field that cannot be changed has no search. */
  readOnly?: boolean
}

/** The input of a number with its search, its result and the candidates. */
export function LookUpLine<Name extends string>({ subject, lookUp, number, readOnly = false, children }: Props<Name>) {
  const t = useText('fields')
  const line = useRef<HTMLDivElement>(null)
  const { state } = lookUp
  const focusInput = () => line.current?.querySelector('input')?.focus()
  return (
    <>
      <div ref={line} className={styles.line} data-subject={subject}>
        {children}
        {!readOnly && (
          <Button
            variant="secondary"
            onClick={() => {
              if (!lookUp.ask(number())) focusInput()
            }}
          >
            {t(`${subject}.search`)}
          </Button>
        )}
      </div>
      <output className={styles.status}>
        {state.kind === 'choose' ? (
          // The legend of the candidates, which appear below the field that still has the focus.
          <VisuallyHidden>{t(`${subject}.choose`)}</VisuallyHidden>
        ) : (
          state.kind !== 'idle' && t(`${subject}.${state.kind}`)
        )}
      </output>
      {state.kind === 'choose' && (
        <fieldset className={styles.candidates}>
          <legend>{t(`${subject}.choose`)}</legend>
          {state.matches.map((match) => (
            <button
              key={match.label}
              type="button"
              className={styles.candidate}
              onClick={() => {
                lookUp.choose(match)
                focusInput()
              }}
            >
              {match.label}
            </button>
          ))}
        </fieldset>
      )}
    </>
  )
}
