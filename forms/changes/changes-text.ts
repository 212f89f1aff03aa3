import type { Change } from './changes.ts'
import { say } from '../source/messages.ts'
import type { Language } from '../source/messages.ts'

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? '–'
  return text.length > 300 ? `${text.slice(0, 297)}…` : text
}

/** One change as a sentence for readers, with its effect on saved drafts. */
export function changeText(change: Change, label: string | undefined, language: Language): string {
  const { kind, path, keyword, before, after, drafts } = change
  const name = label === undefined ? path : `${label} (${path})`
  const what =
    kind === 'added' || kind === 'removed' || kind === 'moved'
      ? say(`change-${kind}`, language, { name })
      : say(`change-${kind}`, language, { name, keyword, before: shown(before), after: shown(after) })
  return drafts === 'none' ? what : `${what} ${say(`drafts-${drafts}`, language)}`
}
