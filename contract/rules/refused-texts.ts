/** Texts that no request may have, and how they are refused. */
import { expectSame, listAt } from './play.ts'
import type { Answer } from './answer.ts'

/** With a character that changes the direction, and with one that is a control character. */
export const hidingTexts = ['山\u202e田', '山\u0007田']

/** One field is refused, for this reason. */
export function expectRefusedField(refused: Answer, pointer: string, code: string): void {
  const found = refusedFields(refused)
  expectSame(found, [{ pointer, code }], 'the list of refused fields', refused)
}

export function refusedFields(refused: Answer): { pointer: unknown; code: unknown }[] {
  const errors = listAt(refused, '/errors') as { pointer?: unknown; code?: unknown }[]
  return errors.map(({ pointer, code }) => ({ pointer, code }))
}
