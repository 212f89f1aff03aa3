import { relativeToHere } from '../source/load-source.ts'
import { say } from '../source/messages.ts'
import type { Language } from '../../src/lib/language.ts'
import type { TakenPlace } from '../templates/form-place.ts'

const mostFiles = 5

/** Why no form can be created in a folder, and what to do. */
export function takenMessage(why: TakenPlace, folder: string, lang: Language): string {
  const path = relativeToHere(folder)
  if (why.kind === 'exists') return say('already-there', lang, { path })
  const files = why.files.slice(0, mostFiles).join(', ') + (why.files.length > mostFiles ? ', …' : '')
  return say('leftover', lang, { path, files, count: why.files.length })
}
