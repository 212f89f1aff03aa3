import { BaseIcon, criticalShapes } from '../BaseIcon.tsx'
import { useUiTexts } from '../ui-texts.ts'
import styles from './FieldShell.module.css'
import type { Content, Elements } from '../elements.ts'

export type FieldAnatomy = {
  /** The id of the control. The ids of help and error derive from it. */
  id: string
  label: Content
  required: boolean
  help?: Content
  error?: string | null | undefined
  /** Default: true. False hides 必須/任意 in a form whose fields are obviously all required. */
  badge?: boolean | undefined
}

type Props = FieldAnatomy & {
  /** Several controls under one label: a fieldset with a legend. The error of radio buttons is that of their group. */
  group?: boolean | 'radio'
  children: Elements
}

/** Label and 必須/任意, then help, control and error. The control refers to {@link describedBy}. */
export function FieldShell({
  id,
  label,
  required,
  help,
  error,
  badge: hasBadge = true,
  group = false,
  children,
}: Props) {
  const texts = useUiTexts()
  const badge = hasBadge && (
    <span
      id={badgeId(id)}
      className={required ? styles.required : styles.optional}
      aria-hidden={required && group === false}
    >
      {required ? texts.required : texts.optional}
    </span>
  )
  const rest = (
    <>
      {help !== undefined && help !== null && help !== '' && (
        <div id={helpId(id)} className={styles.help}>
          {help}
        </div>
      )}
      {children}
      <FieldErrorText id={id} error={error} />
    </>
  )
  if (group !== false) {
    const isRadio = group === 'radio'
    return (
      <fieldset
        className={styles.group}
        id={id}
        role={isRadio ? 'radiogroup' : undefined}
        aria-invalid={isRadio && hasError(error) ? true : undefined}
        aria-describedby={groupDescription({ id, help, error })}
        tabIndex={-1}
      >
        <legend className={styles.head}>
          <span className={styles.label}>{label}</span> {badge}
        </legend>
        {rest}
      </fieldset>
    )
  }
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        {badge}
      </div>
      {rest}
    </div>
  )
}

/** The error below a control. */
export function FieldErrorText({ id, error }: Pick<FieldAnatomy, 'id' | 'error'>) {
  if (!hasError(error)) return null
  return (
    <p id={errorId(id)} className={styles.error}>
      <BaseIcon shape={criticalShapes.alert} round />
      <span>{error}</span>
    </p>
  )
}

export function hasError(error: string | null | undefined): error is string {
  return error !== undefined && error !== null && error !== ''
}

export function helpId(id: string): string {
  return `${id}-help`
}

export function errorId(id: string): string {
  return `${id}-error`
}

function badgeId(id: string): string {
  return `${id}-badge`
}

type Described = Pick<FieldAnatomy, 'id' | 'help' | 'error'> & { required?: boolean }

function groupDescription({ id, help, error }: Described): string | undefined {
  const ids = [help === undefined || help === null || help === '' ? '' : helpId(id), hasError(error) ? errorId(id) : '']
  return ids.filter((each) => each !== '').join(' ') || undefined
}

/** The `aria-describedby` of the control: 任意, help and error, as far as they are shown. */
export function describedBy({ required = true, ...field }: Described): string | undefined {
  return (
    [required ? '' : badgeId(field.id), groupDescription(field) ?? ''].filter((each) => each !== '').join(' ') ||
    undefined
  )
}

/** The attributes of a native control in this field. */
export function controlAria(field: FieldAnatomy) {
  return {
    id: field.id,
    required: field.required,
    'aria-invalid': hasError(field.error) ? (true as const) : undefined,
    'aria-describedby': describedBy(field),
  }
}
