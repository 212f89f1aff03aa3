/** Texts that no request may have, and how they are refused. */
import { expectSame, listAt } from './play.ts'
import type { Answer } from './play.ts'

/** With a character that changes the direction, and with one that is a control character. */
export const hidingTexts = ['山\u202e田', '山\u0007田']

/** One field is refused, for this reason. */
export function expectRefusedField(refused: Answer, pointer: string, code: string): void {
  const errors = listAt(refused, '/errors') as { pointer?: unknown; code?: unknown }[]
  const found = errors.map((error) => ({ pointer: error.pointer, code: error.code }))
  expectSame(found, [{ pointer, code }], 'the list of refused fields', refused)
}
