import { existsSync } from 'node:fs'
import path from 'node:path'
import { isTenantName, typedId } from '../source/form-name.ts'
import { relativeToHere } from '../source/load-source.ts'
import { say } from '../source/messages.ts'
import { tenantFile } from '../source/tenant-source.ts'
import { Misuse, command } from './command.ts'

/** `new-tenant ID [DIR] [--title TEXT]`: a tenant of the portal as data, in a folder of forms. */
export const newTenant = command(['title'], async ({ lang, paths, title = '' }, output) => {
  const [given = '', root = 'schemas', another] = paths
  if (given === '' || another !== undefined) throw new Misuse(say('new-tenant-paths', lang))
  const tenant = typedId(given)
  if (!isTenantName(tenant)) throw new Misuse(say('no-tenant-name', lang, { value: given }))
  const target = path.join(root, tenant)
  if (existsSync(path.join(target, tenantFile))) throw new Misuse(say('already-there', lang, { path: target }))
  const { createTenant } = await import('../templates/new-tenant.ts')
  const folder = createTenant(path.resolve(root), tenant, title.trim())
  output.out(say('tenant-created', lang, { folder: relativeToHere(folder), tenant }))
  return 0
})
