import { useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { Button } from './Button.tsx'
import styles from './MoreButton.module.css'
import { Notice } from './Notice.tsx'

type Props = {
  busy: boolean
  /** The last request failed. The shown rows stay, and the button tries again. */
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
          {texts.failed}
        </Notice>
      )}
      <Button variant="secondary" busy={busy} onClick={onClick}>
        {busy ? texts.loading : texts.more}
      </Button>
    </div>
  )
}

/**
 * The focus after loading more rows: the first new row takes it, since the button disappears with the last page.
 * @param count the number of shown rows
 */
export function useMoreFocus<List extends HTMLElement>(
  count: number,
): { list: RefObject<List | null>; expectRows: () => void } {
  const list = useRef<List>(null)
  const before = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (before.current === null || count <= before.current) return
    list.current?.querySelectorAll('li')[before.current]?.querySelector<HTMLElement>('a, button')?.focus()
    before.current = null
  }, [count])
  return {
    list,
    expectRows: () => {
      before.current = count
    },
  }
}
