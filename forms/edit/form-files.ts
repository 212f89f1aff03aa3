import { languages } from '../../src/lib/language.ts'
import type { Language } from '../../src/lib/language.ts'
import { isToolLanguage } from '../source/tool-languages.ts'

/** The files of a form by their path in its folder: `form.json`, `texts.ja.json`, `valid/plain.json`. */
export type FormFiles = { readonly [file: string]: string }

export function textsFile(language: Language): string {
  return `texts.${language}.json`
}

/** The languages in which authors write the texts of a form: those of the tool, and each other that the form has. */
export function editedLanguages(files: FormFiles): Language[] {
  return languages.filter((language) => isToolLanguage(language) || files[textsFile(language)] !== undefined)
}
