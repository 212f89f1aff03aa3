import { studioHost } from '../studio-host.ts'

const key = 'forms-studio author'

/** The name of who works here, as it was last entered; empty before that. */
export function authorName(): string {
  return studioHost().storage().getItem(key) ?? ''
}

export function rememberAuthor(name: string): void {
  studioHost().storage().setItem(key, name)
}
