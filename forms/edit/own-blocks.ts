import type { FieldPath, FieldText } from '../../form-model/definition.ts'
import { joinPointer } from '../../form-model/pointer.ts'
import { arrayOf, isRecord, recordOf } from '../../form-model/record.ts'
import { isString, shape } from '../../src/lib/shape.ts'
import { isToolLanguage, toolLanguages } from '../source/tool-languages.ts'
import type { Block } from './blocks.ts'
import { sampleAnswers, edit, numbered, readText, textKeys, textPointer, treeOf } from './commands.ts'
import type { FormFiles } from './commands.ts'
import { exampleAnswer } from './example-answer.ts'
import { editedLanguages, textsFile } from './form-files.ts'
import { pathToNode } from './form-tree.ts'
import { insertEntry, readable, readValue, setValue } from './json-text.ts'
import { partWords } from './part-words.ts'

/** Questions and groups that authors of a tenant have saved, in its folder; each form has the file among its own. */
export const ownBlocksFile = 'blocks.json'

const noBlocks = '{\n  "blocks": []\n}\n'

const hasTitle = shape({ ja: isString, en: isString })

function isBlock(value: unknown): value is Block {
  if (!isRecord(value)) return false
  const { id, title, name, schema, ui, texts, required, checks } = value
  return (
    isString(id) &&
    isString(name) &&
    hasTitle(title) &&
    isRecord(schema) &&
    isRecord(ui) &&
    isRecord(texts) &&
    toolLanguages.every((language) => isRecord(texts[language])) &&
    typeof required === 'boolean' &&
    Array.isArray(checks) &&
    checks.every(isRecord)
  )
}

/** The saved blocks of the tenant; what another program has written in another shape is left out. */
export function ownBlocks(files: FormFiles): Block[] {
  const blocks = readValue(readable(files[ownBlocksFile]), '/blocks')
  return arrayOf(blocks).filter(isBlock)
}

/** Saves a question or a group as a block. One of the same Japanese name is replaced. */
export function saveBlock(files: FormFiles, path: FieldPath): FormFiles {
  const block = blockFrom(files, path)
  if (!block) return files
  const blocks = ownBlocks(files)
  const known = blocks.findIndex(({ title }) => title.ja === block.title.ja)
  const ids = new Set(blocks.map(({ id }) => id))
  if (known < 0) block.id = numbered(block.name, (id) => !ids.has(id))
  return edit({ ...files, [ownBlocksFile]: files[ownBlocksFile] ?? noBlocks }, ownBlocksFile, (text) =>
    known < 0 ? insertEntry(text, '/blocks', block) : setValue(text, `/blocks/${known}`, block),
  )
}

/** A question as a block: all of it that is not about other questions of its form. */
function blockFrom(files: FormFiles, path: FieldPath): Block | null {
  const node = pathToNode(treeOf(files), path).at(-1)
  if (!node || node.kind === 'step') return null
  const form = files['form.json'] ?? '{}'
  const written = readValue(form, node.schemaPointer)
  if (!isRecord(written)) return null
  const ui = readValue(form, node.uiPointer)
  const label = (language: 'ja' | 'en') =>
    readText(files, language, textPointer(node, 'label')) || (partWords(node)?.[language].label ?? node.name)
  const texts = Object.fromEntries(
    editedLanguages(files)
      .map((language) => [language, textsInside(files[textsFile(language)] ?? '{}', path)] as const)
      .filter(([language, own]) => isToolLanguage(language) || Object.keys(own).length > 0),
  )
  const sample = sampleAnswers(files, path)[0]?.value ?? exampleAnswer(node.schema)
  return {
    id: node.name,
    name: node.name,
    title: { ja: label('ja'), en: label('en') },
    schema: written,
    ui: recordOf(ui),
    texts: { ja: {}, en: {}, ...texts },
    required: node.required,
    checks: ownChecks(readValue(form, '/checks'), path),
    ...(sample === undefined ? { sample: undefined } : { sample }),
  }
}

/** Texts by the path inside of the question. */
export function textsInside(text: string, path: FieldPath): { [below: string]: FieldText } {
  return Object.fromEntries(
    textKeys(text, path).map((key) => [
      key.slice(path.length + 1),
      readValue(text, joinPointer('/fields', key)) as FieldText,
    ]),
  )
}

/** The checks of the question itself that name no other one. */
function ownChecks(checks: unknown, path: FieldPath): Block['checks'] {
  return arrayOf(checks).flatMap((check) => {
    if (!isRecord(check) || check.field !== path || check.other !== undefined) return []
    const { field: _field, ...rule } = check
    return [rule.min, rule.max].some(isRecord) ? [] : [rule]
  })
}

/** Removes a saved block; the questions that were made from it stay. */
export function removeBlock(files: FormFiles, id: string): FormFiles {
  return edit(files, ownBlocksFile, (text) =>
    setValue(
      text,
      '/blocks',
      ownBlocks(files).filter((block) => block.id !== id),
    ),
  )
}
