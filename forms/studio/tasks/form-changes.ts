import { formNameParts } from '../../source/form-folder.ts'
import path from 'node:path'
import { readManifest } from '../../build/publish-folder.ts'
import { differencesOf } from '../../differences/change-sentences.ts'
import { readFormVersion } from '../../differences/form-version.ts'
import { outlineOf } from '../../differences/outline.ts'
import { replayDrafts, replaySentences } from '../../differences/replay.ts'
import { say } from '../../source/messages.ts'
import type { Language } from '../../../src/lib/language.ts'
import type { Approval, FormChanges } from '../studio-api.ts'

/** The differences between a form on disk and its published version, and their effect on drafts. */
export function formChanges(folder: string, publishTo: string, language: Language): FormChanges {
  const { tenantId, serviceId, type } = formNameParts(folder)
  const published = readManifest(publishTo, tenantId).forms[serviceId]?.[type]
  const current = published?.versions.find(({ formVersion }) => formVersion === published.current)
  if (!current) return { published: null, differences: [], drafts: [] }
  const before = readFormVersion(path.join(publishTo, tenantId, serviceId, type, current.formVersion))
  const after = readFormVersion(folder)
  if (!before || !after) return { published: null, differences: [], drafts: [] }
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
  return { published: current, differences, drafts }
}

/** A description of the form and its differences; `null` if the form cannot be read. */
export function approval(folder: string, publishTo: string, language: Language): Approval | null {
  const version = readFormVersion(folder)
  return version ? { ...formChanges(folder, publishTo, language), outline: outlineOf(version, language) } : null
}
