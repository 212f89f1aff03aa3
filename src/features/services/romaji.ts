import { toHiragana } from 'wanakana'

/** `juuminhyou` → `じゅうみんひょう`. Loaded when somebody searches with Latin letters. */
export function romajiToKana(text: string): string {
  return toHiragana(text)
}
