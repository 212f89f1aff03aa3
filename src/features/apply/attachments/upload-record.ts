import type { Answers } from '../../../../form-model/definition.ts'
import { hasRow } from '../../../../form-model/pointer.ts'
import { targetOf } from '../../../form-engine/answers/carry-over.ts'
import { isRecord } from '../../../../form-model/record.ts'
import type { UploadRecord } from '../../../form-engine/attachments/form-uploads.ts'
import { localStore } from '../../../lib/safe-storage.ts'
import { isString, listOf, readJson } from '../../../lib/shape.ts'
import { storageKeys } from '../../../lib/storage-keys.ts'
import { applicationName } from '../draft/draft.ts'
import type { ApplicationKey } from '../draft/draft.ts'

const isNames = listOf(isString)

/** Whether an application has files that are not uploaded yet, in any tab. */
export function hasWaitingFiles(application: string): boolean {
  return localStore.get(storageKeys.uploads + application) !== null
}

/**
 * The names of files that are not uploaded yet, in the browser: a reload, a closed tab or a killed browser interrupts
 * their uploads. Local storage writes at once, while the page still exists.
 *
 * @param form the page's version, whose fields may have other names than when the record was written
 */
export function uploadRecord(
  key: ApplicationKey,
  answers: Answers,
  form: Parameters<typeof targetOf>[0],
): UploadRecord {
  const name = storageKeys.uploads + applicationName(key)
  return {
    read() {
      const files = Object.entries(readJson(localStore.get(name), isRecord) ?? {})
      return Object.fromEntries(
        files.flatMap(([written, names]) => {
          const pointer = targetOf(form, written)
          return isNames(names) && hasRow(answers, pointer) ? [[pointer, names]] : []
        }),
      )
    },
    write(files) {
      if (Object.keys(files).length === 0) localStore.remove(name)
      else localStore.set(name, JSON.stringify(files))
    },
  }
}
