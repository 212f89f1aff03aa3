import { useState } from 'react'
import styles from './TenantMark.module.css'

/** The tenant's logo, or the first character of its name in a tile, beside the name. */
export function TenantMark({ name, logo }: { name: string; logo: string | null }) {
  const [broken, setBroken] = useState<string | null>(null)
  return (
    <span className={styles.mark}>
      {logo !== null && logo !== broken ? (
        <img className={styles.logo} src={logo} alt="" width={40} height={40} onError={() => setBroken(logo)} />
      ) : (
        <span className={styles.tile} aria-hidden="true">
          {Array.from(name)[0] ?? ''}
        </span>
      )}
      <span className={styles.name}>{name}</span>
    </span>
  )
}
