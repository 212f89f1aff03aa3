import { Skeleton } from '../../ui/Skeleton.tsx'
import { DemoBar } from './DemoBar.tsx'
import styles from './PortalLayout.module.css'
import { Texts } from '../portal/Texts.tsx'

/** What stands on the screen while the first page is on its way. */
export function FirstFrame() {
  return (
    <Texts>
      <div className={styles.frame}>
        <DemoBar />
        <div className={styles.space} />
        <main className={styles.main}>
          <Skeleton />
        </main>
      </div>
    </Texts>
  )
}
