import { joinPointer, parentOf, segmentsOf } from '../../form-model/pointer.ts'
import { yesNo } from '../source/label-words.ts'
import { toolLanguages } from '../source/tool-languages.ts'
import type { ToolLanguage } from '../source/tool-languages.ts'
import { blocks, proposedLabel } from '../edit/blocks.ts'
import { choicesOf, edit, readText, textPointer, textsIn, treeOf } from '../edit/commands.ts'
import { textsFile } from '../edit/form-files.ts'
import type { FormFiles } from '../edit/commands.ts'
import { allNodes, pathToNode } from '../edit/form-tree.ts'
import type { FormNode } from '../edit/form-tree.ts'
import { readValue, removeValue, renameProperty, setValue } from '../edit/json-text.ts'
import { meantField } from '../rules/nearest.ts'
import { isJapanese } from '../wording/japanese-wording.ts'
import type { Fix, FixableFinding } from './fix.ts'

/** Copies texts that only the other language has. The author then only needs to translate them. */
export function copyMissingTexts(files: FormFiles, { file }: FixableFinding): FormFiles {
  const source = files[textsFile(otherThan(languageOf(file)))]
  if (source === undefined) return files
  return edit(files, file, (text) =>
    textsIn(readValue(source, '')).reduce(
      (result, [pointer, words]) =>
        (readValue(result, pointer) ?? '') === '' ? setValue(result, pointer, words) : result,
      text,
    ),
  )
}

/** Labels of questions: those of the other language, else words for the name or the kind of the question. */
export const writeLabels = textFix((node, language) => {
  const widget = node.ui['ui:widget']
  const isNamedByPart = typeof node.schema.$ref === 'string' && !node.schema.$ref.startsWith('#')
  if (node.kind === 'step' || widget === 'hidden' || isNamedByPart) return []
  return [['label', proposedLabel(node, language)]]
})

/** Names for the entries of lists: those of the other language, else a word for any entry. */
export const writeItemNames = textFix((node, language) => {
  const isList = node.kind === 'list' || (node.kind === 'choices' && node.schema.uniqueItems !== true)
  const item = blocks.find(({ id }) => id === 'list')?.texts[language]['']?.item
  return isList && item !== undefined ? [['item', item]] : []
})

/** Labels of choices: those of the other language; yes and no, and values that are Japanese words, label themselves. */
export const writeOptionLabels = textFix((node, language, files) => {
  if (node.kind === 'yes-no')
    return Object.entries(yesNo[language]).map(([value, words]) => [`options/${value}`, words])
  const values = choicesOf(files, node).map(({ value }) => value)
  return values
    .filter((value) => language === 'ja' && isJapanese(value))
    .map((value) => [joinPointer('options', value), value])
})

/** Writes proposed texts where neither language has one, then copies those that only the other language has. */
function textFix(
  propose: (node: FormNode, language: ToolLanguage, files: FormFiles) => (readonly [below: string, text: string])[],
): Fix {
  return (files, finding) => {
    const isEmpty = (pointer: string) => toolLanguages.every((language) => readText(files, language, pointer) === '')
    const proposed = toolLanguages.reduce(
      (result, language) =>
        edit(result, textsFile(language), (json) =>
          allNodes(treeOf(files))
            .flatMap((node) => {
              const place = parentOf(textPointer(node, 'label'))
              return propose(node, language, files).map(([below, text]) => [`${place}/${below}`, text] as const)
            })
            .filter(([pointer]) => isEmpty(pointer))
            .reduce((changed, [pointer, text]) => setValue(changed, pointer, text), json),
        ),
      files,
    )
    return copyMissingTexts(proposed, finding)
  }
}

/** Removes a text without use. The texts of a question that was renamed or moved get its present path. */
export function useOrRemoveText(files: FormFiles, { file, pointer }: FixableFinding): FormFiles {
  const [group, path = '', ...below] = segmentsOf(pointer)
  return edit(files, file, (text) => {
    const nodes = group === 'fields' && below.length === 0 ? allNodes(treeOf(files)) : []
    const waiting = nodes
      .filter((node) => node.kind !== 'step' && readValue(text, joinPointer('/fields', node.path)) === undefined)
      .map((node) => node.path)
    const { nearest } = meantField(path, waiting)
    return nearest === undefined ? removeValue(text, pointer) : renameProperty(text, pointer, nearest)
  })
}

/** Removes a title or a description from a schema; a question without a label gets the title as its label. */
export function titleToLabel(files: FormFiles, { file, pointer }: FixableFinding): FormFiles {
  const title = pointer.endsWith('/title') ? readValue(files[file] ?? '{}', pointer) : undefined
  const removed = edit(files, file, (text) => removeValue(text, pointer))
  const node = allNodes(treeOf(files)).find(({ schemaPointer }) => schemaPointer === parentOf(pointer))
  if (file !== 'form.json' || !node || typeof title !== 'string' || title.trim() === '') return removed
  const language = isJapanese(title) ? 'ja' : 'en'
  const label = textPointer(node, 'label')
  return readText(files, language, label) === ''
    ? edit(removed, textsFile(language), (text) => setValue(text, label, title))
    : removed
}

function languageOf(file: string): ToolLanguage {
  return file === textsFile('en') ? 'en' : 'ja'
}

function otherThan(language: ToolLanguage): ToolLanguage {
  return language === 'en' ? 'ja' : 'en'
}

/** A question of a later row of a table gets the heading of its column: the label in the first row. */
export function useHeading(files: FormFiles, { file, pointer }: FixableFinding): FormFiles {
  const trail = pathToNode(treeOf(files), segmentsOf(pointer)[1] ?? '')
  const [table, , cell] = trail.slice(-3)
  const first = table?.children[0]?.children.find(({ name }) => name === cell?.name)
  if (!first || !cell) return files
  return edit(files, file, (text) => {
    const heading = readValue(text, textPointer(first, 'label'))
    return typeof heading === 'string' ? setValue(text, textPointer(cell, 'label'), heading) : text
  })
}
