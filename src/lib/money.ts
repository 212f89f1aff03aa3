import type { Language } from './language.ts'

/** Integer yen as people read it: `1,200円` / `¥1,200`. */
export function formatYen(yen: number, language: Language): string {
  const amount = Math.abs(yen).toLocaleString('en-US', { maximumFractionDigits: 0 })
  const sign = yen < 0 ? '-' : ''
  return language === 'ja' ? `${sign}${amount}円` : `${sign}¥${amount}`
}
