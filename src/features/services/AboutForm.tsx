import type { AboutTexts, AboutStep } from '../../../form-model/definition.ts'
import { useText } from '../../i18n/use-text.ts'
import styles from './ProcedurePage.module.css'

/** What to read before a form: who may apply, what is needed, how long it takes, what follows, other ways. */
export function AboutForm({ about, nested }: { about: AboutTexts; nested: boolean }) {
  const t = useText('services')
  const Heading = nested ? 'h3' : 'h2'
  const parts = [
    { title: t('about.who'), lines: about.who, ordered: false },
    { title: t('about.needs'), lines: about.needs, ordered: false },
    { title: t('about.minutes'), lines: [t('about.minutesValue', { count: about.minutes })], ordered: false },
    { title: t('about.next'), lines: about.next.map(stepText), ordered: true },
    { title: t('about.ways'), lines: about.ways, ordered: false },
  ]
  function stepText(step: AboutStep): string {
    return typeof step === 'string' ? step : t(`about.for.${step.delivery}`, { step: step.text })
  }
  return parts.map(({ title, lines, ordered }) => (
    <div key={title} className={styles.part}>
      <Heading>{title}</Heading>
      <Lines lines={lines} ordered={ordered} />
    </div>
  ))
}

function Lines({ lines, ordered }: { lines: readonly string[]; ordered: boolean }) {
  const [only] = lines
  if (lines.length === 1) return <p>{only}</p>
  const List = ordered ? 'ol' : 'ul'
  return (
    <List>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </List>
  )
}
