import css from './FieldHelp.module.css'

type Props = { note: string | undefined; text: string | undefined }

/** The help of a field, below what the page around the form notes about it. */
export function FieldHelp({ note, text }: Props) {
  return (
    <>
      {note !== undefined && <strong className={css.note}>{note}</strong>}
      <span>{text}</span>
    </>
  )
}
