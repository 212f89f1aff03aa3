import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { ServiceSource } from '../../form-model/definition.ts'
import { historyFile, serviceFile } from '../source/find-sources.ts'
import { sharedFiles } from '../source/shared-files.ts'
import { addSharedParts, changeTitle } from './new-form.ts'
import type { NewForm } from './new-form.ts'

/**
 * Copies a form, also one of another tenant or another folder, with its texts, samples and description of the service.
 * Its history is its own. The shared parts that it uses are added where they are missing.
 * @param source the folder of the copied form
 */
export function copyForm(source: string, { root, tenant, service, type, title }: Omit<NewForm, 'template'>): string {
  const folder = path.join(root, tenant, service, type)
  if (existsSync(folder)) throw new Error(`${folder} already exists`)
  cpSync(source, folder, { recursive: true, filter: (file) => path.basename(file) !== historyFile })
  changeTitle(folder, title)
  const [described, description] = [source, folder].map((one) => path.join(one, '..', serviceFile)) as [string, string]
  if (existsSync(described) && !existsSync(description)) {
    const copied = JSON.parse(readFileSync(described, 'utf8')) as ServiceSource
    writeFileSync(description, `${JSON.stringify({ ...copied, name: { ...copied.name, ...title } }, null, 2)}\n`)
  }
  addSharedParts(root)
  const from = path.resolve(source, '../../..')
  for (const file of sharedFiles(source)) {
    const target = path.resolve(root, path.relative(from, file))
    if (!existsSync(target)) cpSync(file, target)
  }
  return folder
}
