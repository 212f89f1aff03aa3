import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { FormSource, ServiceSource, ServiceText } from '../../form-model/definition.ts'
import { lookupTags } from '../../form-model/language-tag.ts'
import { languages } from '../../src/lib/language.ts'
import type { Language } from '../../src/lib/language.ts'
import { serviceFile } from '../source/find-sources.ts'

export const templatesFolder = import.meta.dirname

export function templateNames(): string[] {
  return readdirSync(templatesFolder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted()
}

const schemaFiles = ['definition', 'texts', 'part-texts', 'service', 'tenant', 'sandbox'].map(
  (name) => `${name}.schema.json`,
)

/** Whether a template is a form that only needs to be adapted: it has its own title and `service.json`. */
export function isCompleteTemplate(template: string): boolean {
  return existsSync(path.join(templatesFolder, template, serviceFile))
}

type TextsByLanguage = { [language in Language]?: string }

export type NewForm = {
  root: string
  tenant: string
  service: string
  type: string
  template: string
  /** Replaces the title of the template. */
  title: TextsByLanguage
  /** Replaces the description of the service in the list of procedures. */
  summary?: TextsByLanguage
}

/**
 * Copies a template to `root/<tenant>/<service>/<type>` under its new title, with a `service.json` beside it if the
 * service is new; adds the shared parts if there are none.
 */
export function createForm({ root, tenant, service: serviceId, type, template, title, summary = {} }: NewForm): string {
  const folder = path.join(root, tenant, serviceId, type)
  if (existsSync(path.join(folder, 'form.json'))) throw new Error(`${folder} already exists`)
  const from = path.join(templatesFolder, template)
  cpSync(from, folder, { recursive: true, filter: (file) => file !== path.join(from, serviceFile) })
  changeTitle(folder, title)
  const service = path.join(root, tenant, serviceId, serviceFile)
  if (!existsSync(service))
    writeFileSync(service, `${JSON.stringify(newService(template, folder, title, summary), null, 2)}\n`)
  addSharedParts(root)
  return folder
}

/** Replaces the title of a form. */
export function changeTitle(folder: string, title: NewForm['title']): void {
  for (const [language, text] of Object.entries(title)) {
    changeTexts(folder, language, (texts) => ({ ...texts, title: text }))
    for (const variant of variantsOf(language).filter((one) => !Object.hasOwn(title, one)))
      changeTexts(folder, variant, ({ title: _own, ...texts }) => texts)
  }
}

/** Adds the schemas for editors and, if there are none, the shared parts to a folder of forms. */
export function addSharedParts(root: string): void {
  const schemas = path.resolve(import.meta.dirname, '../../schemas')
  for (const name of schemaFiles)
    if (!existsSync(path.join(root, name))) cpSync(path.join(schemas, name), path.join(root, name))
  const shared = path.join(root, 'shared')
  if (!existsSync(shared) || readdirSync(shared).length === 0)
    cpSync(path.join(schemas, 'shared'), shared, { recursive: true })
}

/** A new title replaces that of the template in each variant of its language, such as easy Japanese, too. */
function variantsOf(language: string): string[] {
  return languages.filter((tag) => tag !== language && lookupTags(tag).includes(language))
}

export function changeTexts(
  folder: string,
  language: string,
  change: (texts: { [key: string]: unknown }) => object,
): void {
  const file = path.join(folder, `texts.${language}.json`)
  if (!existsSync(file)) return
  const texts = JSON.parse(readFileSync(file, 'utf8')) as { [key: string]: unknown }
  writeFileSync(file, `${JSON.stringify(change(texts), null, 2)}\n`)
}

/** The texts with others instead; a new text replaces that in each variant of its language, too. */
export function withTexts(texts: ServiceText, others: TextsByLanguage): ServiceText {
  const replaced = Object.keys(others).flatMap(variantsOf)
  const { ja, ...rest } = texts
  const kept = Object.entries(rest).filter(([language]) => !replaced.includes(language))
  return { ja, ...Object.fromEntries(kept), ...others }
}

function newService(template: string, folder: string, title: TextsByLanguage, summary: TextsByLanguage): ServiceSource {
  if (isCompleteTemplate(template)) {
    const service = JSON.parse(readFileSync(path.join(templatesFolder, template, serviceFile), 'utf8')) as ServiceSource
    return { ...service, name: withTexts(service.name, title), summary: withTexts(service.summary, summary) }
  }
  const { fee, delivery } = JSON.parse(readFileSync(path.join(folder, 'form.json'), 'utf8')) as FormSource
  const name = { ...title, ja: title.ja ?? template }
  return {
    $schema: '../../service.schema.json',
    name,
    summary: Object.keys(summary).length === 0 ? name : { ...summary, ja: summary.ja ?? name.ja },
    category: { ja: 'その他', en: 'Other' },
    fee: { kind: fee === undefined ? 'NONE' : 'QUOTED' },
    // Only a service that sends can use a condition for sending something by post.
    ...(delivery === undefined ? {} : { needsShipping: true }),
  }
}
