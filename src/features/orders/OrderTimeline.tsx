import type { TimelineEntry } from '../../api/generated/api.schemas.ts'
import { useLanguage, useText } from '../../i18n/use-text.ts'
import { formatDateTime } from '../../lib/dates.ts'
import { shownOrderStatus } from '../../order-display/order-status.ts'
import { Timeline } from '../../ui/Timeline.tsx'
import styles from './DetailsPage.module.css'

/** What has happened, the newest first; the oldest entry is the submission itself. */
export function OrderTimeline({ entries }: { entries: readonly TimelineEntry[] }) {
  const t = useText('orders')
  const records = useText('records')
  const language = useLanguage()
  const items = entries.map((entry, index) => ({
    key: `${index} ${entry.at}`,
    title: index === 0 ? t('timeline.submitted') : records(`order.${shownOrderStatus(entry.status)}.label`),
    time: `${formatDateTime(entry.at, language)} · ${t(`timeline.actor.${shownActor(entry.actor)}`)}`,
    current: index === entries.length - 1,
    ...(entry.note !== undefined && { note: <p className={styles.words}>{entry.note}</p> }),
  }))
  return <Timeline items={items.toReversed()} />
}

function shownActor(actor: string): TimelineEntry['actor'] | 'other' {
  return actor === 'USER' || actor === 'TENANT' || actor === 'SYSTEM' ? actor : 'other'
}
