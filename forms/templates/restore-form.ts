import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type {
  Definition,
  FormSource,
  PublishedForm,
  PublishedService,
  ServiceSource,
} from '../../form-model/definition.ts'
import { lookupTags } from '../../form-model/language-tag.ts'
import { servicesAt, versionAt } from '../../form-model/planned-version.ts'
import { isRecord } from '../../form-model/record.ts'
import { isLanguage, languages } from '../../src/lib/language.ts'
import type { Language } from '../../src/lib/language.ts'
import { readManifest } from '../build/publish-folder.ts'
import { serviceFile } from '../source/find-sources.ts'
import { isNamedType, typeNames } from '../source/named-types.ts'
import { isSameJson } from '../source/same-json.ts'
import { tenantLanguages } from '../source/tenant-settings.ts'
import { writeFileAtomically } from '../source/write-file.ts'
import { addSharedParts } from './new-form.ts'
import type { NewForm } from './new-form.ts'

type Tree = { [key: string]: unknown }

/**
 * Writes the files of a published form again, so that a form whose files were deleted can be edited. The build gives the
 * published version again. Samples and the history are not published, so those at its place stay; what came from shared
 * parts is the form's own.
 */
export function restoreForm(
  publishTo: string,
  { root, tenant, service, type }: Pick<NewForm, 'root' | 'tenant' | 'service' | 'type'>,
): string {
  const now = Date.now()
  const manifest = readManifest(publishTo, tenant)
  const published = manifest.forms[service]?.[type]
  const version = published && versionToRestore(published, now)
  if (version === undefined) throw new Error(`No version of ${tenant}/${service}/${type} is published`)
  const folder = path.join(root, tenant, service, type)
  const built = path.join(publishTo, tenant, service, type, version)
  const read = (name: string): Tree => JSON.parse(readFileSync(path.join(built, name), 'utf8')) as Tree
  const write = (file: string, value: object) => writeFileAtomically(file, `${JSON.stringify(value, null, 2)}\n`)

  // Before the first file is written, so that a version that cannot be read leaves no half of a form.
  const source = sourceOf(read('definition.json') as Definition)
  const texts = Object.fromEntries(languages.map((language) => [language, read(`texts.${language}.json`)]))
  write(path.join(folder, 'form.json'), source)
  for (const language of languages) {
    const own = ownTexts(language, texts)
    // The build gives a language that the tenant does not offer the Japanese texts.
    const isOffered = tenantLanguages(folder).includes(language) || !isSameJson(texts[language], texts.ja)
    if (isOffered && Object.keys(own).length > 0)
      write(path.join(folder, `texts.${language}.json`), { $schema: '../../../texts.schema.json', ...own })
  }
  const described = path.join(path.dirname(folder), serviceFile)
  const description = servicesAt(manifest, now)[service] ?? published?.planned?.find(({ service: own }) => own)?.service
  if (description && !existsSync(described)) write(described, serviceOf(description))
  addSharedParts(root)
  return folder
}

function versionToRestore(form: PublishedForm, now: number): string | undefined {
  return versionAt(form, now) ?? form.planned?.[0]?.formVersion ?? form.versions.at(-1)?.formVersion
}

function sourceOf({
  engine,
  layout,
  steps,
  tenantId: _tenant,
  serviceId: _service,
  type: _type,
  formVersion: _version,
  ...rules
}: Definition): FormSource {
  return {
    $schema: '../../../definition.schema.json',
    engine,
    ...(layout === 'page' ? { layout } : {}),
    steps: steps.map(({ ui = {}, ...step }) => (Object.keys(ui).length === 0 ? step : { ...step, ui })),
    ...rules,
  }
}

/** The types of applicants have names of their own only if they are not the usual ones. */
function serviceOf({ types, ...service }: PublishedService): ServiceSource {
  const own = Object.entries(types).filter(([type, name]) => !isNamedType(type) || !isSameJson(name, typeNames[type]))
  return {
    $schema: '../../service.schema.json',
    ...service,
    ...(own.length === 0 ? {} : { types: Object.fromEntries(own) }),
  }
}

/** The texts of a language; of a variant, such as easy Japanese, only those that differ from the language itself. */
function ownTexts(language: Language, published: { readonly [language: string]: Tree }): Tree {
  const { phrases: _made, ...texts } = published[language] ?? {}
  const [, base] = lookupTags(language).filter(isLanguage)
  return base === undefined ? texts : differing(texts, published[base] ?? {})
}

function differing(texts: Tree, base: Tree): Tree {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([key, text]): [string, unknown][] => {
      const below = base[key]
      if (isSameJson(text, below)) return []
      return [[key, isRecord(text) && isRecord(below) ? differing(text, below) : text]]
    }),
  )
}
