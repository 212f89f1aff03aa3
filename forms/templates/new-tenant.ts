import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { newTenantFiles } from '../edit/tenant-files.ts'
import { tenantFile } from '../source/tenant-source.ts'
import { addSharedParts } from './new-form.ts'

/** Writes a new tenant into the folder of all tenants, with the files that editors need. Returns its folder. */
export function createTenant(root: string, tenantId: string, title: string): string {
  const folder = path.join(root, tenantId)
  if (existsSync(path.join(folder, tenantFile))) throw new Error(`${folder} already is a tenant`)
  mkdirSync(folder, { recursive: true })
  for (const [name, content] of Object.entries(newTenantFiles(tenantId, title))) {
    const file = path.join(folder, name)
    if (!existsSync(file)) writeFileSync(file, content)
  }
  addSharedParts(root)
  return folder
}
