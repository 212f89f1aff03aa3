import { useEffect, useId, useRef } from 'react'
import { BaseIcon, criticalShapes } from '../BaseIcon.tsx'
import { useErrorTitle } from '../PageTitle.tsx'
import link from '../Link.module.css'
import styles from './ErrorSummary.module.css'

type Props = {
  title: string
  /** `targetId` is the id of the control to correct. Without one the line is plain text. */
  errors: readonly { targetId?: string; message: string }[]
}

/** Takes the focus when it appears. Give it a `key` that changes with each failed attempt. */
export function ErrorSummary({ title, errors }: Props) {
  const box = useRef<HTMLElement>(null)
  const headingId = useId()
  useErrorTitle()
  useEffect(() => {
    box.current?.focus({ preventScroll: true })
    box.current?.scrollIntoView({ block: 'start' })
  }, [])
  return (
    <section ref={box} tabIndex={-1} data-error-summary="" aria-labelledby={headingId} className={styles.summary}>
      <h2 id={headingId} className={styles.title}>
        <BaseIcon shape={criticalShapes.alert} round />
        <span>{title}</span>
      </h2>
      <ul className={styles.list}>
        {errors.map(({ targetId, message }, index) => (
          <li key={`${targetId ?? index} ${message}`}>
            {targetId === undefined ? (
              message
            ) : (
              <a
                className={link.outsideSentence}
                href={`#${targetId}`}
                onClick={(event) => {
                  event.preventDefault()
                  goTo(targetId)
                }}
              >
                {message}
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function goTo(id: string): void {
  const target = document.getElementById(id)
  // A field in a closed box cannot take the focus.
  for (let box = target?.closest('details'); box; box = box.parentElement?.closest('details')) box.open = true
  target?.focus({ preventScroll: true })
  target?.scrollIntoView({ block: 'center' })
}
