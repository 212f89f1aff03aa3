import path from 'node:path'
import { formNameParts } from '../source/form-folder.ts'
import { isFormName, isTenantName } from '../source/form-name.ts'
import { relativeToHere } from '../source/load-source.ts'
import { say } from '../source/messages.ts'
import { formPlace } from '../templates/form-place.ts'
import { Misuse, command, onlyForm } from './command.ts'
import { takenMessage } from './taken-place.ts'

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
  const [ownRoot, root] = [source, target].map((folder) => path.resolve(folder, '../../..')) as [string, string]
  // A part of the path is missing, so that the tenant would be the folder of all forms.
  if (root !== ownRoot && !path.relative(root, ownRoot).startsWith('..'))
    throw new Misuse(say('copy-outside', lang, { root: relativeToHere(ownRoot) }))
  const place = formPlace([root], { tenant, service, type })
  if (place.kind !== 'free') throw new Misuse(takenMessage(place, target, lang))
  const { copyForm } = await import('../templates/copy-form.ts')
  const folder = copyForm(source, { root, tenant, service, type, title: title === '' ? {} : { ja: title } })
  output.out(say('created', lang, { folder: relativeToHere(folder) }))
  return 0
})
