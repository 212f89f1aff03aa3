import { uiOption } from '../../form-model/schema-walk.ts'
import { pictureParts } from '../../form-model/picture.ts'
import { pictureKind } from '../../src/form-engine/attachments/picture-kind.ts'
import { completeLanguages } from '../source/complete-languages.ts'
import { fieldsOf } from '../source/fields.ts'
import type { Field } from '../source/fields.ts'
import type { Problem } from '../source/finding.ts'
import { placeOfField, textOf, textPointer } from '../source/load-source.ts'
import type { SourceForm } from '../source/load-source.ts'

/** `picture-kind` and `picture-text`: pictures of explanations. */
export function pictureProblems(form: SourceForm): Problem[] {
  const fields = fieldsOf(form)
  return fields
    .filter(({ ui }) => uiOption(ui, 'picture') !== undefined)
    .flatMap((field) => [
      ...(isShown(field) ? [] : [{ rule: 'picture-kind', ...placeOfField(form, field) } as const]),
      ...missingTexts(form, field),
    ])
}

/** Whether the content is of the kind that it is named as. */
function isShown({ kind, ui }: Field): boolean {
  const parts = pictureParts(uiOption(ui, 'picture'))
  if (kind !== 'info' || parts === null) return false
  const first = parts.base64.slice(0, 32).replace(/=+$/, '')
  // One character alone is no byte.
  if (first.length % 4 === 1) return false
  const start = atob(first)
  const bytes = Uint8Array.from(start, (character) => character.charCodeAt(0))
  return parts.type === `image/${pictureKind(bytes)}`
}

/** A text that only one language lacks is reported as `text-missing`. */
function missingTexts(form: SourceForm, { path }: Field): Problem[] {
  const written = completeLanguages.flatMap((language) => {
    const texts = form.texts[language]
    const text = textOf(texts, path)
    return texts && text ? [{ language, source: texts.source, text: text.picture }] : []
  })
  if (written.some(({ text }) => typeof text === 'string')) return []
  return written.map(({ language, source }): Problem => {
    return { rule: 'picture-text', source, pointer: textPointer(path), params: { path, language } }
  })
}
