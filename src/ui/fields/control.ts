import styles from './control.module.css'

/** The width of a field indicates how much text is expected. */
export type ControlWidth = 'short' | 'medium' | 'full'

/** The style of a native text input, select or textarea. */
export function controlClass(width: ControlWidth = 'full'): string {
  return width === 'full' ? (styles.control ?? '') : `${styles.control} ${styles[width]}`
}

/** The style of a native checkbox or radio button, and of the label around it. */
export const boxClass = styles.box ?? ''
export const optionClass = styles.option ?? ''
