import path from 'node:path'
import { servicesAt, versionAt } from '../../../form-model/planned-version.ts'
import { readManifest } from '../../build/publish-folder.ts'
import { differencesOf } from '../../differences/change-sentences.ts'
import { readFormVersion } from '../../differences/form-version.ts'
import { outlineOf } from '../../differences/outline.ts'
import { replayDrafts, replaySentences } from '../../differences/replay.ts'
import { formNameParts } from '../../source/form-folder.ts'
import { say } from '../../source/messages.ts'
import type { Language } from '../../../src/lib/language.ts'
import type { Approval, FormChanges } from '../studio-host.ts'
import { serviceChanges, serviceFacts } from './service-changes.ts'

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
