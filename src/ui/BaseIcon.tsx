import styles from './BaseIcon.module.css'

/** The shapes of the sign-in page. All others are in `Icon.tsx`, which is loaded later. */
export const criticalShapes = {
  check: 'M9.2 16.6 4.8 12.2l1.4-1.4 3 3 8.6-8.6 1.4 1.4z',
  alert: 'M11 7h2v6h-2zm0 8h2v2h-2z',
  info: 'M11 7h2v2h-2zm0 4h2v6h-2z',
  eye: 'M12 16a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zm0-1.8a2.7 2.7 0 1 1 0-5.4 2.7 2.7 0 0 1 0 5.4zM12 19A11.8 11.8 0 0 1 1 11.5a11.8 11.8 0 0 1 22 0A11.8 11.8 0 0 1 12 19zm0-2a9.8 9.8 0 0 0 8.8-5.5 9.8 9.8 0 0 0-17.6 0A9.8 9.8 0 0 0 12 17z',
  eyeOff:
    'm16.1 13.3-1.4-1.4a2.4 2.4 0 0 0-3.1-3.1l-1.4-1.4a4.5 4.5 0 0 1 5.9 5.9zm3.2 3.1-1.5-1.4a9.8 9.8 0 0 0 3-3.5 9.8 9.8 0 0 0-11.4-5.3L7.9 4.7a11.9 11.9 0 0 1 15.1 6.8 11.8 11.8 0 0 1-3.7 4.9zm.5 6.2-4.2-4.2A12 12 0 0 1 1 11.5a11.8 11.8 0 0 1 3.5-4.7L1.4 3.6l1.4-1.4 18.4 18.4zM5.9 8.2a9.6 9.6 0 0 0-2.7 3.3A9.8 9.8 0 0 0 14 16.8l-.9-.9a4.5 4.5 0 0 1-5.5-5.5z',
} as const

/** Decoration beside a word, so it is hidden from screen readers. */
export function BaseIcon({ shape, round = false }: { shape: string; round?: boolean }) {
  return (
    <svg className={round ? styles.round : styles.icon} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={shape} fill="currentColor" />
    </svg>
  )
}
