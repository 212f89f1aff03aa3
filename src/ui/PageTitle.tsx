import { useEffect, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import styles from './PageTitle.module.css'
import { useUiTexts } from './ui-texts.ts'

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

let due = false

/** After a navigation: the heading of the new page takes the focus, at once or as soon as it is rendered. */
export function requestPageFocus(): void {
  due = true
  focusPageTitle()
}

/** A page gives way to another at the same address, e.g. a form to its success: the next heading takes the focus. */
export function expectPageTitle(): void {
  due = true
  window.scrollTo(0, 0)
}

/** Called by the heading when it appears. */
function focusPageTitle(): void {
  if (!due) return
  const title = document.querySelector<HTMLElement>('[data-page-title]')
  if (!title) return
  due = false
  title.focus({ preventScroll: true })
}

let marked = 0
const listeners = new Set<() => void>()

function change(by: number): void {
  marked += by
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** While the caller is shown, the page's title says that there are errors. */
export function useErrorTitle(): void {
  useEffect(() => {
    change(1)
    return () => change(-1)
  }, [])
}

function useHasErrorTitle(): boolean {
  return useSyncExternalStore(subscribe, () => marked > 0)
}
