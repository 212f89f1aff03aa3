import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export const templatesFolder = path.join(import.meta.dirname, '../templates')

export function templateNames(): string[] {
  return readdirSync(templatesFolder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted()
}

export type NewForm = {
  root: string
  tenant: string
  service: string
  type: string
  template: string
  title: { ja: string; en: string }
}

/** Copies a template to `root/<tenant>/<service>/<type>` under its new title; shared parts come along if there are none. */
export function createForm({ root, tenant, service, type, template, title }: NewForm): string {
  const folder = path.join(root, tenant, service, type)
  if (existsSync(folder)) throw new Error(`${folder} is there already`)
  cpSync(path.join(templatesFolder, template), folder, { recursive: true })
  for (const [language, text] of Object.entries(title)) {
    const file = path.join(folder, `texts.${language}.json`)
    const texts = JSON.parse(readFileSync(file, 'utf8')) as { [key: string]: unknown }
    writeFileSync(file, `${JSON.stringify({ ...texts, title: text }, null, 2)}\n`)
  }
  const schemas = path.resolve(import.meta.dirname, '../../schemas')
  for (const name of ['shared', 'definition.schema.json', 'texts.schema.json', 'part-texts.schema.json']) {
    if (!existsSync(path.join(root, name))) cpSync(path.join(schemas, name), path.join(root, name), { recursive: true })
  }
  return folder
}
