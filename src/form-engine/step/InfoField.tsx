import { useField } from '../field/field-context.ts'
import css from '../templates/groups.module.css'

/** Text to read (`type: null`): a heading and a paragraph, nothing to answer. */
export function InfoField() {
  const { label, help, id } = useField()
  return (
    <div className={css.info} id={id} role="note">
      <p className={css.legend}>{label}</p>
      {help === undefined ? null : <p>{help}</p>}
    </div>
  )
}
