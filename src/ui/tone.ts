import type { IconName } from './Icon.tsx'

export type Tone = 'info' | 'success' | 'warning' | 'danger' | 'neutral'

/** Colour is never the only signal. */
export const toneIcons = {
  info: 'clock',
  success: 'check',
  warning: 'alert',
  danger: 'cross',
  neutral: 'dot',
} as const satisfies Record<Tone, IconName>
