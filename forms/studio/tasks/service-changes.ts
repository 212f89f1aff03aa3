import path from 'node:path'
import type { PublishedService, ServiceSource } from '../../../form-model/definition.ts'
import { isRecord } from '../../../form-model/record.ts'
import { languages } from '../../../src/lib/language.ts'
import { checkService } from '../../check/check-service.ts'
import type { ServiceChanges, ServiceFact, ServiceValue } from '../studio-host.ts'

/** What publishing the `service.json` of a folder would change in the list of procedures. */
export function serviceChanges(folder: string, published: PublishedService | undefined): ServiceChanges {
  const checked = checkService(folder)
  // Without the file, the list shows the texts of the form, whose changes are named already.
  if (checked === null || published === undefined) return { kind: 'compared', changes: [] }
  if (checked.service === null) return { kind: 'unreadable' }
  const [before, after] = [factsOf(published), factsOf(checked.service)]
  const named = checked.service.types ?? {}
  // Types that the file does not name keep the names that the build gave them.
  const isOwn = (name: string) => !name.startsWith('types/') || (name.split('/')[1] ?? '') in named
  const names = [...new Set([...after.keys(), ...before.keys()])].filter(isOwn)
  const changes = names.map((name) => ({
    ...splitName(name),
    before: before.get(name) ?? null,
    after: after.get(name) ?? null,
  }))
  return { kind: 'compared', changes: changes.filter((change) => change.before !== change.after) }
}

/** The values of the procedure as they will be published; none if there is no readable `service.json`. */
export function serviceFacts(folder: string): ServiceFact[] {
  const service = checkService(folder)?.service
  return service ? [...factsOf(service)].map(([name, value]) => ({ ...splitName(name), value })) : []
}

/** The single values of a service by their place, such as `name/ja`. */
function factsOf({ $schema: _schema, ...service }: Partial<ServiceSource>): Map<string, ServiceValue> {
  const facts = new Map<string, ServiceValue>()
  const add = (value: unknown, place: string) => {
    if (isRecord(value)) for (const [key, inner] of Object.entries(value)) add(inner, path.posix.join(place, key))
    // Search words are one value, as on the page.
    else if (Array.isArray(value)) facts.set(place, value.join('、'))
    else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      facts.set(place, value)
  }
  add(service, '')
  return facts
}

function splitName(name: string): Pick<ServiceFact, 'key' | 'language'> {
  const language = languages.find((one) => name.endsWith(`/${one}`)) ?? null
  return { key: language === null ? name : name.slice(0, -language.length - 1), language }
}
