import { Skeleton } from '../ui/Skeleton.tsx'
import { DemoLine } from './DemoLine.tsx'
import styles from './PortalLayout.module.css'
import { Texts } from './Texts.tsx'

/** What stands on the screen while the first page is on its way. */
export function FirstFrame() {
  return (
    <Texts>
      <div className={styles.frame}>
        <DemoLine />
        <div className={styles.space} />
        <main className={styles.main}>
          <Skeleton />
        </main>
      </div>
    </Texts>
  )
}
