import styles from './DescriptionList.module.css'
import type { Content } from './elements.ts'

type Props = { items: readonly { term: Content; description: Content; key?: string }[] }

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
