import { useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { Button } from './Button.tsx'
import styles from './MoreButton.module.css'
import { Notice } from './Notice.tsx'

type Props = {
  busy: boolean
  /** Whether the last request failed. The shown rows stay, and the button tries again. */
  failed: boolean
  onClick: () => void
  texts: { more: string; loading: string; failed: string }
}

/** Loads the next page of a list. */
export function MoreButton({ busy, failed, onClick, texts }: Props) {
  return (
    <div className={styles.more}>
      {failed && (
        <Notice tone="danger" role="alert">
          <p>{texts.failed}</p>
        </Notice>
      )}
      <Button variant="secondary" busy={busy} onClick={onClick}>
        {busy ? texts.loading : texts.more}
      </Button>
    </div>
  )
}

type Next = { isFetchingNextPage: boolean; isFetchNextPageError: boolean; fetchNextPage: () => Promise<unknown> }
type MoreRows<List> = { list: RefObject<List | null>; more: Omit<Props, 'texts'> }

/**
 * A list and the button that loads more of it. The first new row takes the focus, since the button disappears with the
 * last page.
 * @param count the number of shown rows
 */
export function useMoreRows<List extends HTMLElement>(count: number, next: Next): MoreRows<List> {
  const list = useRef<List>(null)
  const before = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (before.current === null || count <= before.current) return
    list.current?.querySelectorAll('li')[before.current]?.querySelector<HTMLElement>('a, button')?.focus()
    before.current = null
  }, [count])
  return {
    list,
    more: {
      busy: next.isFetchingNextPage,
      failed: next.isFetchNextPageError,
      onClick: () => {
        before.current = count
        void next.fetchNextPage()
      },
    },
  }
}
