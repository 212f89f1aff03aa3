import { arrayOf, recordOf } from '../../form-model/record.ts'
import type { Language } from '../../src/lib/language.ts'
import { isToolLanguage } from '../source/tool-languages.ts'
import type { ToolLanguage } from '../source/tool-languages.ts'
import type { Block } from './blocks.ts'
import { choicesOf, edit, editTexts, setChoices, textPointer, treeOf } from './commands.ts'
import type { FormFiles } from './commands.ts'
import { editedLanguages } from './form-files.ts'
import { pathToNode } from './form-tree.ts'
import type { FormNode } from './form-tree.ts'
import { readValue, removeValue, setValue } from './json-text.ts'
import { listFile, listReference, listTexts } from './shared-lists.ts'

/** Makes a list of the tenant from the choices of a question, which uses it from now on. */
export function makeList(
  files: FormFiles,
  node: FormNode,
  list: string,
  names: { [language in ToolLanguage]: string },
): FormFiles {
  const choices = choicesOf(files, node)
  const schema = { type: 'string', enum: choices.map(({ value }) => value) }
  const texts = editedLanguages(files).flatMap((language): [string, string][] => {
    const options = Object.fromEntries(
      choices.flatMap((choice): [string, string][] => {
        const label = choice[language] ?? ''
        return label === '' && !isToolLanguage(language) ? [] : [[choice.value, label]]
      }),
    )
    if (!isToolLanguage(language) && Object.keys(options).length === 0) return []
    const label = isToolLanguage(language) ? { label: names[language] } : {}
    return [[listTexts(list, language), written({ fields: { '': { ...label, options } } }, 'part-texts')]]
  })
  return joinList({ ...files, [listFile(list)]: written(schema), ...Object.fromEntries(texts) }, node, list)
}

function written(value: object, schema?: string): string {
  const named = schema === undefined ? value : { $schema: `../../${schema}.schema.json`, ...value }
  return `${JSON.stringify(named, null, 2)}\n`
}

/** The place of the choices in the schema of a question. */
function chosenPointer(node: FormNode): string {
  return node.kind === 'choices' ? `${node.schemaPointer}/items` : node.schemaPointer
}

/** A question has the choices of a list instead of its own. */
export function joinList(files: FormFiles, node: FormNode, list: string): FormFiles {
  const pointer = chosenPointer(node)
  const joined = edit(files, 'form.json', (text) => {
    const { type: _type, enum: _enum, ...rest } = recordOf(readValue(text, pointer))
    return setValue(text, pointer, { ...rest, $ref: listReference(list) })
  })
  return editTexts(joined, (text) => removeValue(text, textPointer(node, 'options')))
}

/** A question gets the choices of its list as its own: later changes of the list do not concern it. */
export function leaveList(files: FormFiles, node: FormNode): FormFiles {
  const choices = choicesOf(files, node)
  const pointer = chosenPointer(node)
  const result = edit(files, 'form.json', (text) => {
    const { $ref: _ref, ...rest } = recordOf(readValue(text, pointer))
    return setValue(text, pointer, { type: 'string', ...rest, enum: choices.map(({ value }) => value) })
  })
  const own = pathToNode(treeOf(result), node.path).at(-1)
  return own ? setChoices(result, own, choices) : files
}

/** The name of a list for authors. */
export function listName(files: FormFiles, list: string, language: Language): string {
  const label = readValue(files[listTexts(list, language)] ?? '{}', '/fields//label')
  return typeof label === 'string' && label !== '' ? label : list
}

const mostButtons = 6

/** A question with the choices of a list, for the palette. */
export function listBlock(files: FormFiles, list: string): Block {
  const [ja, en] = [listName(files, list, 'ja'), listName(files, list, 'en')]
  const values = readValue(files[listFile(list)] ?? '{}', '/enum')
  const choices = arrayOf(values)
  return {
    id: list,
    name: list.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
    title: { ja, en },
    schema: { $ref: listReference(list) },
    ui: { 'ui:widget': choices.length > mostButtons ? 'select' : 'radio' },
    texts: { ja: { '': { label: ja } }, en: { '': { label: en } } },
    sample: choices[0],
    required: true,
    checks: [],
  }
}
