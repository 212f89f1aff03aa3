import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { focusPageTitle } from './page-focus.ts'
import { useHasErrorTitle } from './title-prefix.ts'
import { useUiTexts } from './ui-texts.ts'
import styles from './PageTitle.module.css'

type Props = {
  title: string
  lead?: ReactNode
  /** A small line above the title, e.g. the service a form belongs to. */
  above?: ReactNode
  /** For the browser's title where the heading alone would not be unique, e.g. with a step. */
  documentTitle?: string
}

/** The one h1 of a page and the title of its tab. The app moves the focus here after each navigation. */
export function PageTitle({ title, lead, above, documentTitle = title }: Props) {
  const { errorPrefix, titleSuffix } = useUiTexts()
  const wrong = useHasErrorTitle()
  useEffect(focusPageTitle, [])
  const parts = [documentTitle, titleSuffix].filter((part) => part !== '').join(' | ')
  return (
    <header className={styles.head}>
      <title>{wrong ? `${errorPrefix} ${parts}` : parts}</title>
      {above !== undefined && <p className={styles.above}>{above}</p>}
      <h1 tabIndex={-1} data-page-title="">
        {title}
      </h1>
      {lead !== undefined && <p className={styles.lead}>{lead}</p>}
    </header>
  )
}
