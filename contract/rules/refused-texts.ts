/** Texts that no request may have, and how they are refused. */
import { isRecord } from '../../form-model/record.ts'
import { at, expectSame, listAt } from './play.ts'
import type { Answer } from './answer.ts'

/** With a character that changes the direction, and with one that is a control character. */
export const hidingTexts = ['山\u202e田', '山\u0007田']

/** These fields are refused and no other ones: the code of each, by its pointer. */
export function expectRefusedFields(refused: Answer, fields: Readonly<Record<string, string>>): void {
  const errors = at(refused, '/errors') === undefined ? [] : listAt(refused, '/errors').filter(isRecord)
  const found = Object.fromEntries(errors.map(({ pointer, code }) => [String(pointer), code]))
  expectSame(found, fields, 'the list of refused fields', refused)
}
