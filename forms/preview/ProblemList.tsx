import type { Place } from './FileEditor.tsx'
import { openInEditor } from './preview-api.ts'
import type { PreviewForm } from './preview-api.ts'
import css from './PreviewShell.module.css'
import type { Say } from './preview-texts.ts'

type Props = { findings: PreviewForm['findings']; say: Say; onOpen: (place: Place) => void }

/** The findings of the check, each with buttons that open its place: on this page, and in the editor of the author. */
export function ProblemList({ findings, say, onOpen }: Props) {
  if (findings.length === 0) return <p>{say('problems.none')}</p>
  return (
    <ol className={css.problems}>
      {findings.map(({ file, line, column, rule, severity, message }) => (
        <li key={`${file}:${line}:${column}:${rule}:${message}`} data-severity={severity}>
          <button type="button" onClick={() => onOpen({ file, line, column })}>
            {`${file.split('/').at(-1)}:${line}:${column}`}
          </button>{' '}
          <button
            type="button"
            onClick={() => {
              openInEditor(file, line, column).catch(reportError)
            }}
          >
            {say('problems.open')}
          </button>{' '}
          <span className={css.rule}>{rule}</span>
          <p>{message}</p>
        </li>
      ))}
    </ol>
  )
}
