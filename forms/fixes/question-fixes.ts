import { formatRegExp } from '../../form-model/formats.ts'
import type { FormatName } from '../../form-model/formats.ts'
import { joinPointer, parentOf } from '../../form-model/pointer.ts'
import { setShape } from '../edit/answer-shapes.ts'
import { edit, readText, sampleAnswers, textPointer, treeOf } from '../edit/commands.ts'
import type { FormFiles } from '../edit/commands.ts'
import { allNodes } from '../edit/form-tree.ts'
import type { FormNode } from '../edit/form-tree.ts'
import { readValue, setValue } from '../edit/json-text.ts'
import { autocompleteFor, hasOnlyDigits, keyboardOf } from '../source/input-hints.ts'
import { japaneseFormatFor } from '../rules/japanese-formats.ts'
import type { JapaneseFormat } from '../rules/japanese-formats.ts'
import type { Fix, FixableFinding } from './fix.ts'

export function setKeyboard(files: FormFiles, finding: FixableFinding): FormFiles {
  const { schema } = nodeAt(files, finding) ?? {}
  const mode = keyboardOf(schema?.format) ?? (hasOnlyDigits(schema?.pattern) ? 'numeric' : undefined)
  return setOption(files, finding, 'inputmode', mode)
}

export function setAutocomplete(files: FormFiles, finding: FixableFinding): FormFiles {
  const node = nodeAt(files, finding)
  return setOption(files, finding, 'autocomplete', node && autocompleteFor(node.name, node.schema.format))
}

function setOption(files: FormFiles, finding: FixableFinding, name: string, value: string | undefined): FormFiles {
  const node = nodeAt(files, finding)
  if (!node || value === undefined) return files
  return edit(files, 'form.json', (text) => setValue(text, `${node.uiPointer}/ui:options/${name}`, value))
}

/** Sets a missing limit: the usual one, or a larger one that the form or its samples need. */
export function setLimitAt(keyword: 'maxLength' | 'maxItems', usual: number): Fix {
  return (files, finding) => {
    const node = nodeAt(files, finding)
    const least = Number(node?.schema[keyword === 'maxLength' ? 'minLength' : 'minItems'] ?? 0)
    const sizes = node ? sampleAnswers(files, node.path).map(({ value }) => sizeOf(value)) : []
    return edit(files, finding.file, (text) =>
      typeof readValue(text, finding.pointer) === 'object'
        ? setValue(text, joinPointer(finding.pointer, keyword), Math.max(usual, least, ...sizes))
        : text,
    )
  }
}

function sizeOf(answer: unknown): number {
  if (typeof answer === 'string') return Array.from(answer).length
  return Array.isArray(answer) ? answer.length : 0
}

/** Gives a question the Japanese format that its name asks for; examples and samples of another form follow it. */
export function useFormat(files: FormFiles, finding: FixableFinding): FormFiles {
  const node = nodeAt(files, finding)
  const format = node && japaneseFormatFor(node.name, readText(files, 'ja', textPointer(node, 'label')))?.format
  return node && format !== undefined ? withFormat(files, node, format) : files
}

/** Accepts every phone number where a pattern accepts only some. */
export function useFormatOfPhones(files: FormFiles, { file, pointer }: FixableFinding): FormFiles {
  const node = nodeAt(files, { file, pointer: parentOf(pointer) })
  return node ? withFormat(files, node, 'jp-phone') : files
}

/** Answers in samples that are only written in another way stay the same answers. */
function withFormat(files: FormFiles, node: FormNode, format: JapaneseFormat['format']): FormFiles {
  const written = sampleAnswers(files, node.path).reduce<FormFiles>(
    (result, { file, pointer, value }) =>
      edit(result, file, (text) => setValue(text, pointer, inFormat(String(value), format))),
    files,
  )
  return setShape(written, node, { kind: format })
}

function inFormat(answer: string, format: FormatName): string {
  const digits = answer.normalize('NFKC').replaceAll(/[^0-9]/g, '')
  const katakana = answer
    .normalize('NFKC')
    .replaceAll(/[ぁ-ゖ]/g, (kana) =>
      String.fromCodePoint((kana.codePointAt(0) ?? 0) + ('ァ'.codePointAt(0) ?? 0) - ('ぁ'.codePointAt(0) ?? 0)),
    )
  const isFine = (text: string) => formatRegExp(format).test(text)
  return [answer, digits, katakana].find(isFine) ?? answer
}

function nodeAt(files: FormFiles, { file, pointer }: Pick<FixableFinding, 'file' | 'pointer'>): FormNode | undefined {
  if (file !== 'form.json') return undefined
  return allNodes(treeOf(files)).find(({ schemaPointer }) => schemaPointer === pointer)
}
