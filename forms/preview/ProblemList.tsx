import { openInEditor } from './preview-api.ts'
import type { PreviewForm } from './preview-api.ts'
import css from './PreviewShell.module.css'
import type { Say } from './preview-texts.ts'

type Props = { findings: PreviewForm['findings']; say: Say }

/** What the check says, each with a button that opens the place. */
export function ProblemList({ findings, say }: Props) {
  if (findings.length === 0) return <p>{say('problems.none')}</p>
  return (
    <ol className={css.problems}>
      {findings.map(({ file, line, column, rule, severity, message }) => (
        <li key={`${file}:${line}:${column}:${rule}:${message}`} data-severity={severity}>
          <button
            type="button"
            title={say('problems.open')}
            onClick={() => {
              openInEditor(file, line, column).catch(reportError)
            }}
          >
            {file.split('/').slice(-1)[0]}:{line}:{column}
          </button>{' '}
          <span className={css.rule}>{rule}</span>
          <p>{message}</p>
        </li>
      ))}
    </ol>
  )
}
