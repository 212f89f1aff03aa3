import { formNameOf } from '../source/form-folder.ts'
import { relativeToHere } from '../source/load-source.ts'
import { say } from '../source/messages.ts'
import type { Language } from '../../src/lib/language.ts'
import type { TakenFormPlace } from '../templates/form-place.ts'

const mostFiles = 5

/** Why no form can be created in a folder, and what to do. */
export function takenMessage(why: TakenFormPlace, folder: string, publishTo: string, lang: Language): string {
  const path = relativeToHere(folder)
  switch (why.kind) {
    case 'exists':
      return say('already-there', lang, { path })
    case 'leftover': {
      const files = why.files.slice(0, mostFiles).join(', ') + (why.files.length > mostFiles ? ', …' : '')
      return say('leftover', lang, { path, files, count: why.files.length })
    }
    case 'published':
      return say('published-elsewhere', lang, {
        name: formNameOf(folder),
        published: relativeToHere(publishTo),
        types: why.types.join(', '),
      })
  }
}
