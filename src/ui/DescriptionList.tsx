import type { ReactNode } from 'react'
import styles from './DescriptionList.module.css'

type Props = { items: readonly { term: ReactNode; description: ReactNode; key?: string }[] }

export function DescriptionList({ items }: Props) {
  return (
    <dl className={styles.list}>
      {items.map(({ term, description, key }, index) => (
        <div key={key ?? (typeof term === 'string' ? `${index} ${term}` : index)} className={styles.row}>
          <dt>{term}</dt>
          <dd>{description}</dd>
        </div>
      ))}
    </dl>
  )
}
