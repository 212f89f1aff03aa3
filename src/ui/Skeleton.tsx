import { useEffect, useState } from 'react'
import { longWaitMs } from '../lib/clock.ts'
import { useUiTexts } from './ui-texts.ts'
import { VisuallyHidden } from './VisuallyHidden.tsx'
import styles from './Skeleton.module.css'

/**
 * A placeholder in the shape of the content. It appears after 300 ms, so that fast responses do not flicker, and shows
 * a text after a long wait.
 */
export function Skeleton({ lines = 4 }: { lines?: number }) {
  const { loading, stillLoading } = useUiTexts()
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), longWaitMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <output className={styles.skeleton} data-skeleton>
      {slow ? <span>{stillLoading}</span> : <VisuallyHidden>{loading}</VisuallyHidden>}
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} className={index === 0 ? styles.heading : styles.line} />
      ))}
    </output>
  )
}
