import { useState } from 'react'
import type { ComponentProps } from 'react'
import { FieldShell, controlAria } from './FieldShell.tsx'
import type { FieldAnatomy } from './FieldShell.tsx'
import { BaseIcon, criticalShapes } from '../BaseIcon.tsx'
import { controlClass } from './control.ts'
import { useUiTexts } from '../ui-texts.ts'
import styles from './PasswordField.module.css'

type Props = Omit<FieldAnatomy, 'required'> &
  Omit<ComponentProps<'input'>, 'className' | 'id' | 'required' | 'type'> & { required?: boolean }

/** A password that can be shown. Pasting and password managers are supported. */
export function PasswordField({ id, label, required = true, help, error, badge, ...input }: Props) {
  const [shown, setShown] = useState(false)
  const texts = useUiTexts()
  const field = { id, label, required, help, error, badge }
  return (
    <FieldShell {...field}>
      <div className={styles.row}>
        <input
          // Of no effect for the type password, where HTML checkers report it.
          autoCapitalize={shown ? 'none' : undefined}
          autoCorrect="off"
          spellCheck={false}
          {...input}
          {...controlAria(field)}
          type={shown ? 'text' : 'password'}
          className={`${controlClass()} ${styles.input}`}
        />
        <button
          type="button"
          className={styles.toggle}
          aria-label={shown ? texts.hidePassword : texts.showPassword}
          title={shown ? texts.hidePassword : texts.showPassword}
          aria-controls={id}
          onClick={() => setShown(!shown)}
        >
          <BaseIcon shape={shown ? criticalShapes.eyeOff : criticalShapes.eye} />
        </button>
      </div>
    </FieldShell>
  )
}
