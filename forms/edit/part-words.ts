import type { FieldText } from '../../form-model/definition.ts'
import addressEn from '../../schemas/shared/address.texts.en.json' with { type: 'json' }
import addressJa from '../../schemas/shared/address.texts.ja.json' with { type: 'json' }
import addressUi from '../../schemas/shared/address.ui.json' with { type: 'json' }
import birthDateEn from '../../schemas/shared/birth-date.texts.en.json' with { type: 'json' }
import birthDateJa from '../../schemas/shared/birth-date.texts.ja.json' with { type: 'json' }
import birthDateUi from '../../schemas/shared/birth-date.ui.json' with { type: 'json' }
import emailEn from '../../schemas/shared/email.texts.en.json' with { type: 'json' }
import emailJa from '../../schemas/shared/email.texts.ja.json' with { type: 'json' }
import emailUi from '../../schemas/shared/email.ui.json' with { type: 'json' }
import personNameEn from '../../schemas/shared/person-name.texts.en.json' with { type: 'json' }
import personNameJa from '../../schemas/shared/person-name.texts.ja.json' with { type: 'json' }
import personNameUi from '../../schemas/shared/person-name.ui.json' with { type: 'json' }
import phoneEn from '../../schemas/shared/phone.texts.en.json' with { type: 'json' }
import phoneJa from '../../schemas/shared/phone.texts.ja.json' with { type: 'json' }
import phoneUi from '../../schemas/shared/phone.ui.json' with { type: 'json' }
import type { ToolLanguage } from '../source/tool-languages.ts'
import type { FormNode } from './form-tree.ts'

type Words = { [language in ToolLanguage]: FieldText }

const words = new Map<string, Words>([
  ['address', { ja: addressJa.fields[''], en: addressEn.fields[''] }],
  ['birth-date', { ja: birthDateJa.fields[''], en: birthDateEn.fields[''] }],
  ['email', { ja: emailJa.fields[''], en: emailEn.fields[''] }],
  ['person-name', { ja: personNameJa.fields[''], en: personNameEn.fields[''] }],
  ['phone', { ja: phoneJa.fields[''], en: phoneEn.fields[''] }],
])

const layouts: { readonly [part: string]: FormNode['ui'] } = {
  address: addressUi,
  'birth-date': birthDateUi,
  email: emailUi,
  'person-name': personNameUi,
  phone: phoneUi,
}

/** The name of the shared part that a question refers to; empty for other questions. */
export function partOf({ schema }: Pick<FormNode, 'schema'>): string {
  return typeof schema.$ref === 'string' ? (/([\w-]+)\.schema\.json$/.exec(schema.$ref)?.[1] ?? '') : ''
}

/** What residents read at a shared part whose words the form does not replace; `null` for other questions. */
export function partWords(node: Pick<FormNode, 'schema'>): Words | null {
  return words.get(partOf(node)) ?? null
}

/** The layout of the shared part that a question refers to. */
export function partUi(node: Pick<FormNode, 'schema'>): FormNode['ui'] {
  return layouts[partOf(node)] ?? {}
}
