import { useId } from 'react'
import type { ReactNode } from 'react'
import styles from './DetailsPage.module.css'

export function DetailsSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}
