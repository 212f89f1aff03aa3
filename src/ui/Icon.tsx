import { BaseIcon, criticalShapes } from './BaseIcon.tsx'
import styles from './ResultIcon.module.css'

const shapes = {
  ...criticalShapes,
  cross: 'm6.4 19-1.4-1.4 5.6-5.6L5 6.4 6.4 5l5.6 5.6L17.6 5 19 6.4 13.4 12l5.6 5.6-1.4 1.4-5.6-5.6z',
  clock: 'M11 6h2v5.6l3.7 3.7-1.4 1.4-4.3-4.3z',
  dot: 'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8z',
  back: 'm14 18-6-6 6-6 1.4 1.4L10.8 12l4.6 4.6z',
  forward: 'm10 18-1.4-1.4 4.6-4.6-4.6-4.6L10 6l6 6z',
  down: 'm12 15.4-6-6L7.4 8l4.6 4.6L16.6 8 18 9.4z',
  menu: 'M3 18v-2h18v2zm0-5v-2h18v2zm0-5V6h18v2z',
  person:
    'M12 12a4 4 0 1 1 0-8 4 4 0 0 1 0 8zm-8 8v-2.8c0-.6.1-1.1.4-1.6.3-.5.7-.9 1.2-1.1A15 15 0 0 1 12 13a15 15 0 0 1 6.4 1.5c.5.2.9.6 1.2 1.1.3.5.4 1 .4 1.6V20zm2-2h12v-.8c0-.4-.2-.7-.5-.9A13 13 0 0 0 12 15a13 13 0 0 0-5.5 1.3c-.3.2-.5.5-.5.9z',
  list: 'M7 9V7h14v2zm0 4v-2h14v2zm0 4v-2h14v2zM4 9a1 1 0 1 1 0-2 1 1 0 0 1 0 2zm0 4a1 1 0 1 1 0-2 1 1 0 0 1 0 2zm0 4a1 1 0 1 1 0-2 1 1 0 0 1 0 2z',
  history: 'M12 21a9 9 0 0 1-8.9-8h2a7 7 0 1 0 2-6L9 9H3V3l2.7 2.7A9 9 0 1 1 12 21zm2.8-4.8L11 12.4V7h2v4.6l3.2 3.2z',
  document: 'M6 22a2 2 0 0 1-2-2V4c0-1.1.9-2 2-2h8l6 6v12a2 2 0 0 1-2 2zm7-13V4H6v16h12V9zm-5 4h8v-2H8zm0 4h8v-2H8z',
  search: 'm19.6 21-6.3-6.3A6.5 6.5 0 1 1 14.7 13.3l6.3 6.3zM9.5 14a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9z',
  external:
    'M5 21a2 2 0 0 1-2-2V5c0-1.1.9-2 2-2h7v2H5v14h14v-7h2v7a2 2 0 0 1-2 2zm4.7-5.3-1.4-1.4L17.6 5H14V3h7v7h-2V6.4z',
  phone:
    'M20 21C11 21 3 13 3 4a1 1 0 0 1 1-1h4.1c.5 0 .9.3 1 .8l.7 3.5c.1.3 0 .7-.3.9L7.1 10.6a15 15 0 0 0 6.4 6.3l2.3-2.4c.3-.3.6-.4.9-.3l3.5.7c.5.1.8.5.8 1V20a1 1 0 0 1-1 1z',
} as const

export type IconName = keyof typeof shapes

/** Decoration beside a word. */
export function Icon({ name, round = false }: { name: IconName; round?: boolean }) {
  return <BaseIcon shape={shapes[name]} round={round} />
}

type ResultIconTone = 'info' | 'success' | 'warning' | 'danger' | 'neutral' | 'tenant'

/** The large icon above the title of a result page. It is decoration: the title contains the same information. */
export function ResultIcon({ icon, tone }: { icon: IconName; tone: ResultIconTone }) {
  return (
    <span className={`${styles.icon} ${styles[tone]}`} aria-hidden="true">
      <Icon name={icon} />
    </span>
  )
}
