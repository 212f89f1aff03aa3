import path from 'node:path'
import type { PublishedService, ServiceSource } from '../../../form-model/definition.ts'
import { servicesAt, versionAt } from '../../../form-model/planned-version.ts'
import { isRecord } from '../../../form-model/record.ts'
import { languages } from '../../../src/lib/language.ts'
import { checkService } from '../../check/check-service.ts'
import { readManifest } from '../../build/publish-folder.ts'
import { differencesOf } from '../../differences/change-sentences.ts'
import { readFormVersion } from '../../differences/form-version.ts'
import { outlineOf } from '../../differences/outline.ts'
import { replayDrafts, replaySentences } from '../../differences/replay.ts'
import { formNameParts } from '../../source/form-folder.ts'
import { say } from '../../source/messages.ts'
import type { Language } from '../../../src/lib/language.ts'
import type { Approval, FormChanges, ServiceChanges, ServiceFact, ServiceValue } from '../studio-host.ts'

/** The differences between a form on disk and its published version, and their effect on drafts. */
export function formChanges(folder: string, publishTo: string, language: Language): FormChanges {
  const { tenantId, serviceId, type } = formNameParts(folder)
  const manifest = readManifest(publishTo, tenantId)
  const published = manifest.forms[serviceId]?.[type]
  const now = published === undefined ? null : versionAt(published, Date.now())
  const current = published?.versions.find(({ formVersion }) => formVersion === now)
  const before = current && readFormVersion(path.join(publishTo, tenantId, serviceId, type, current.formVersion))
  const after = readFormVersion(folder)
  if (!before || !after) return { kind: 'never-published' }
  if (after.unreadable) return { kind: 'unreadable', ...after.unreadable }
  const differences = differencesOf(before, after, language).map(({ text, drafts }) => ({
    text,
    effect: drafts === 'none' ? '' : say(`drafts-${drafts}`, language),
  }))
  const replay = differences.length === 0 ? undefined : replayDrafts(before, after, Date.now())
  const drafts =
    replay === undefined
      ? []
      : replay === null
        ? [say('replay-failed', language)]
        : replaySentences(replay, before, after, language)
  const service = serviceChanges(path.dirname(folder), servicesAt(manifest, Date.now())[serviceId])
  return { kind: 'compared', published: current, differences, drafts, service }
}

/** A description of the form and its differences; `null` if there is no form. */
export function approval(folder: string, publishTo: string, language: Language): Approval | null {
  const version = readFormVersion(folder)
  if (!version) return null
  if (version.unreadable) return { kind: 'unreadable', ...version.unreadable }
  return {
    kind: 'described',
    changes: formChanges(folder, publishTo, language),
    outline: outlineOf(version, language),
    service: serviceFacts(path.dirname(folder)),
  }
}

/** What publishing the `service.json` of a folder would change in the list of procedures. */
function serviceChanges(folder: string, published: PublishedService | undefined): ServiceChanges {
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
function serviceFacts(folder: string): ServiceFact[] {
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
