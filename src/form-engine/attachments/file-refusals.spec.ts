import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { RefusedFile } from './upload-queue.ts'

/** Every reason, and its code at the API if a submission can be refused for it. */
const reasons: Record<RefusedFile['reason'] | 'anyType', string | null> = {
  anyType: null,
  type: 'SE_CO_0415',
  misnamed: null,
  otherPicture: null,
  tooLarge: 'SE_CO_0413',
  totalTooLarge: null,
  tooMany: null,
  empty: null,
  unreadable: null,
  infected: 'SE_AT_0001',
  tooManyPixels: null,
  metadataNotRemoved: null,
  removedElsewhere: null,
}

/** How the last sentence of a message asks the user to do something, by language. */
const requests: [language: string, request: RegExp][] = [
  ['ja', /ください。$/],
  ['ja-simple', /ください。$/],
  ['en', /(?:^|\. )(?:Choose|Make|Open|Remove|Save) [^.]+\.$/],
]

function textsOf(language: string, name: string): Record<string, Record<string, string>> {
  const file = new URL(`../../../locales/${language}/${name}.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, string>>
}

describe.each(requests)('the refusal of a file in %s', (language, request) => {
  it.each(Object.entries(reasons))('the message for %s says what to do', (reason, code) => {
    const { files = {}, error = {} } = textsOf(language, 'form-engine')
    const atSubmission = code === null ? [] : [textsOf(language, 'errors').code?.[code]]
    const ofField = Object.hasOwn(error, reason) ? [error[reason]] : []
    for (const text of [files[reason], ...ofField, ...atSubmission]) expect(text).toMatch(request)
  })
})
