import styles from './control.module.css'

/** How wide a field is tells how much is expected in it. */
export type ControlWidth = 'short' | 'medium' | 'full'

/** The look of a native text input, select or textarea. */
export function controlClass(width: ControlWidth = 'full'): string {
  return width === 'full' ? (styles.control ?? '') : `${styles.control} ${styles[width]}`
}

/** A native checkbox or radio button, and the label around it and its words. */
export const boxClass = styles.box ?? ''
export const optionClass = styles.option ?? ''
