import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Path } from '../paths.ts'
import { Icon } from './Icon.tsx'
import styles from './BackLink.module.css'

export function BackLink({ to, children }: { to: Path; children: ReactNode }) {
  return (
    <Link to={to} className={styles.link}>
      <Icon name="back" />
      {children}
    </Link>
  )
}
