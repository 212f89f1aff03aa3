import type { TextName } from './profile-values.ts'

/** What the fields of a profile share: the texts, the way to change them, and what is wrong with them. */
export type FieldsInput = {
  texts: Record<TextName, string>
  setTexts: (changes: Partial<Record<TextName, string>>) => void
  isRequired: (name: TextName) => boolean
  messageOf: (id: string) => string | undefined
}
