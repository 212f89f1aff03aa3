import { uiOption } from '../../form-model/schema-walk.ts'
import { languages } from '../../src/lib/language.ts'
import { pictureParts } from '../../form-model/picture.ts'
import { edit, setText, textPointer } from './commands.ts'
import type { FormFiles } from './commands.ts'
import type { FormNode } from './form-tree.ts'
import { removeValue, setValue } from './json-text.ts'

/** The picture of an explanation as an address; undefined if it has none that the portal shows. */
export function pictureOf({ ui }: Pick<FormNode, 'ui'>): string | undefined {
  const picture = uiOption(ui, 'picture')
  return typeof picture === 'string' && pictureParts(picture) !== null ? picture : undefined
}

/** Sets the picture of an explanation, or removes it with its text. */
export function setPicture(files: FormFiles, node: FormNode, picture: string | undefined): FormFiles {
  const option = `${node.uiPointer}/ui:options/picture`
  if (picture !== undefined) return edit(files, 'form.json', (text) => setValue(text, option, picture))
  return languages.reduce(
    (result, language) => setText(result, language, textPointer(node, 'picture'), ''),
    edit(files, 'form.json', (text) => removeValue(text, option)),
  )
}
