import { useText } from '../../i18n/use-text.ts'
import type { CodeChannel } from './CodeField.tsx'
import styles from './CodeHelp.module.css'
import type { Elements } from '../../ui/elements.ts'

type Props = {
  channel: CodeChannel
  /** What else the user can do at this place. */
  children?: Elements
}

/** What to do without a code, closed until it is needed. */
export function CodeHelp({ channel, children }: Props) {
  const t = useText('sign-in')
  return (
    <details className={styles.box}>
      <summary className={styles.summary}>{t(`challenge.help.${channel}.title`)}</summary>
      <p>{t(`challenge.help.${channel}.body`)}</p>
      {children}
    </details>
  )
}
