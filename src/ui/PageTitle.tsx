import { useEffect, useLayoutEffect, useSyncExternalStore } from 'react'
import { createSignal } from '../lib/signal.ts'
import { useDocumentTitle } from './document-title.ts'
import styles from './PageTitle.module.css'
import { inPhrases } from './phrases.ts'
import { useUiTexts } from './ui-texts.ts'
import type { Content } from './elements.ts'

type Props = {
  title: string
  lead?: Content
  /** A small line above the title, for example the service of a form. */
  above?: Content
  /** The document title if the heading alone would not be unique, for example with a step. */
  documentTitle?: string
  /** The id of an element that a screen reader reads after the heading, for example with the position in a form. */
  describedBy?: string
}

/** The only h1 of a page, and the document title. The portal moves the focus here after each navigation. */
export function PageTitle({ title, lead, above, documentTitle = title, describedBy }: Props) {
  const { errorPrefix, titleSuffix } = useUiTexts()
  const wrong = useHasErrorTitle()
  // A layout effect runs before any event: a retry right after the first frame expects the heading of the next page.
  useLayoutEffect(focusPageTitle, [])
  const parts = [documentTitle, titleSuffix].filter((part) => part !== '').join(' | ')
  useDocumentTitle(wrong ? `${errorPrefix}${parts}` : parts)
  return (
    <header className={styles.head}>
      {above !== undefined && <p className={styles.above}>{above}</p>}
      <h1 tabIndex={-1} data-page-title="" aria-describedby={describedBy}>
        {inPhrases(title)}
      </h1>
      {lead !== undefined && <p className={styles.lead}>{lead}</p>}
    </header>
  )
}

let due = false

/** After a navigation the heading of the new page takes the focus, at once or when it is rendered. */
export function requestPageFocus(): void {
  due = true
  focusPageTitle()
}

/** The content of the page is replaced while it is open: the user reads from the top again. */
export function readFromTheTop(): void {
  requestPageFocus()
  window.scrollTo(0, 0)
}

/**
 * Another page replaces this one at the same address, for example a confirmation after a form: the next heading takes
 * the focus.
 */
export function expectPageTitle(): void {
  due = true
  window.scrollTo(0, 0)
}

/** Called by a heading when it is rendered. */
function focusPageTitle(): void {
  if (!due) return
  const title = document.querySelector<HTMLElement>('[data-page-title]')
  if (!title) return
  due = false
  // A view that begins with errors has moved the focus to them already, if its navigation ends after it was drawn.
  if (document.activeElement?.matches('[data-error-summary]') === true) return
  title.focus({ preventScroll: true })
}

const marked = createSignal(0)

/** Adds the error prefix to the document title while the caller is mounted. */
export function useErrorTitle(): void {
  useEffect(() => {
    marked.set(marked.get() + 1)
    return () => marked.set(marked.get() - 1)
  }, [])
}

function useHasErrorTitle(): boolean {
  return useSyncExternalStore(marked.subscribe, () => marked.get() > 0)
}
