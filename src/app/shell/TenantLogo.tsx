import { useState } from 'react'
import { useConfig } from '../../lib/config-context.ts'
import { useTenant } from '../../tenant/tenant-context.tsx'
import { logoOf } from '../../tenant/tenant-theme.ts'
import styles from './TenantLogo.module.css'

/** The tenant's logo, or the first character of its name in a tile, beside the name. */
export function TenantMark() {
  const { info, displayName } = useTenant()
  const { apiBase } = useConfig()
  const [broken, setBroken] = useState<string | null>(null)
  const logo = logoOf(info, apiBase)
  return (
    <span className={styles.mark}>
      {logo !== null && logo !== broken ? (
        <img className={styles.logo} src={logo} alt="" width={40} height={40} onError={() => setBroken(logo)} />
      ) : (
        <span className={styles.tile} aria-hidden="true">
          {Array.from(displayName)[0] ?? ''}
        </span>
      )}
      <span className={styles.name}>{displayName}</span>
    </span>
  )
}
