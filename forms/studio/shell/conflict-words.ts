import { isLanguage } from '../../../src/lib/language.ts'
import { isRecord } from '../../../form-model/record.ts'
import { parentOf, segmentsOf } from '../../../form-model/pointer.ts'
import type { FormFiles } from '../../edit/commands.ts'
import type { FormNode } from '../../edit/form-tree.ts'
import { offsetOf, unreadableAt } from '../../edit/json-text.ts'
import { isString } from '../../../src/lib/shape.ts'
import { textPlaceWords } from '../../spreadsheets/text-place.ts'
import { findingPlaces, labelOf } from '../form-places.ts'
import { offsetOfLine, pathAt } from '../json/json-places.ts'
import type { Conflict } from '../studio-document.ts'
import type { Say, StudioLanguage, StudioText } from '../studio-texts.ts'

/** The form as it is shown, and its files as they are, which may not be valid JSON now. */
type Shown = {
  files: FormFiles
  texts: FormFiles
  tree: readonly FormNode[]
  language: StudioLanguage
  say: Say
}

/** How the properties of a question name the keywords that they set. */
const keywords = new Map<string, StudioText>([
  ['minLength', 'limit.minLength'],
  ['maxLength', 'limit.maxLength'],
  ['minimum', 'limit.least'],
  ['minItems', 'limit.least'],
  ['maximum', 'limit.most'],
  ['maxItems', 'limit.most'],
  ['required', 'required'],
  ['enum', 'choices'],
  ['oneOf', 'choices'],
  ['visibleWhen', 'condition'],
  ['if', 'condition'],
])

/** Where a conflict is: the words of the text or of the property, or else the line of the file. */
export function conflictPlace(conflict: Conflict, { files, texts, tree, language, say }: Shown): string {
  const { file } = conflict
  const text = texts[file] ?? ''
  if (conflict.kind === 'lines') {
    const path = pathAt(tree, texts, file, offsetOfLine(text, conflict.line))
    return placed(path, say('conflict.place', { file, line: conflict.line }))
  }
  const { pointer } = conflict
  const [part = '', key = '', ...rest] = segmentsOf(pointer)
  const [, textLanguage] = /^texts\.([a-z-]+)\.json$/.exec(file) ?? []
  if (isLanguage(textLanguage))
    return say('conflict.question', {
      // All texts of a question or a step.
      question:
        rest.length === 0 && (part === 'fields' || part === 'steps')
          ? labelOf(files, tree, key)
          : textPlaceWords(files, language)(pointer),
      place: say(`texts.${textLanguage}`),
    })
  const keyword = keywords.get(segmentsOf(pointer).at(-1) ?? '')
  const line = say('conflict.place', { file, line: lineOf(text, pointer) })
  return placed(findingPlaces(tree)({ file: `/${file}`, pointer }), keyword ? say(keyword) : line)

  function placed(path: string | null, place: string): string {
    return path === null ? place : say('conflict.question', { question: labelOf(files, tree, path), place })
  }
}

/** The line of a value, from 1, or of the nearest one around it that the text has. */
function lineOf(text: string, pointer: string): number {
  if (unreadableAt(text) !== null) return 1
  const offset = offsetOf(text, pointer)
  if (offset === null) return lineOf(text, parentOf(pointer))
  return text.slice(0, offset).split('\n').length
}

/** A value in words, a question or a step by its label if it has one; `null` for one that only JSON can show. */
export function valueWords(value: unknown, say: Say): string | null {
  if (value === undefined) return say('conflict.none')
  if (value === '') return say('conflict.blank')
  if (typeof value === 'boolean') return say(value ? 'yes' : 'no')
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (isRecord(value)) return [value.label, value.title].find(isString) ?? say('conflict.changed')
  if (Array.isArray(value) && value.length > 0 && value.every((entry) => typeof entry !== 'object'))
    return value.join(say('conflict.comma'))
  return null
}
