import { existsSync } from 'node:fs'
import path from 'node:path'
import { formNameParts } from '../source/form-folder.ts'
import { isFormName, isTenantName } from '../source/form-name.ts'
import { relativeToHere } from '../source/load-source.ts'
import { say } from '../source/messages.ts'
import { Misuse, command, onlyForm } from './command.ts'

/** `copy SOURCE TARGET [--title TEXT]`: copies a form to the folder `…/tenant/service/type`. */
export const copy = command(['title'], async ({ lang, paths, title = '' }, output) => {
  const [given = '', target, another] = paths
  if (target === undefined || another !== undefined) throw new Misuse(say('copy-paths', lang))
  const source = onlyForm({ lang, paths: [given] })
  const { tenantId: tenant, serviceId: service, type } = formNameParts(target)
  for (const [option, value] of Object.entries({ tenant, service, type })) {
    const isValid = option === 'tenant' ? isTenantName(value) : isFormName(value)
    if (!isValid) throw new Misuse(say('no-id', lang, { option, value }))
  }
  if (existsSync(target)) throw new Misuse(say('already-there', lang, { path: target }))
  const { copyForm } = await import('../templates/copy-form.ts')
  const root = path.resolve(target, '../../..')
  const folder = copyForm(source, { root, tenant, service, type, title: title === '' ? {} : { ja: title } })
  output.out(say('created', lang, { folder: relativeToHere(folder) }))
  return 0
})
