import { existsSync, readdirSync } from 'node:fs'
import { refusedVersions } from '../../forms/build/publish-forms.ts'
import { Misuse } from '../command.ts'
import { noForms } from './site-objects.ts'

/**
 * Refuses forms that have changed since they were published: `validator.js` runs on the origin of every tenant, and an
 * upload would replace the version that residents use.
 */
export function requireForms(forms: string): void {
  if (!existsSync(forms)) throw noForms(forms)
  const refused = refusedVersions(forms)
  if (refused.length === 0) return
  const names = refused.map(({ name, formVersion }) => `${name}/${formVersion}`).join(', ')
  throw new Misuse(
    `${names}: the files in ${forms} are not those that were published. Nothing was uploaded. ` +
      'Delete these folders and run `npm run forms -- publish` again.',
  )
}

/** One of these is there after an upload, also after one that was interrupted. */
const ownEntries = ['assets', 'index.html', 'releases']

/** Refuses a folder of other things: a mistyped path would mix the portal with them. */
export function requireOwnFolder(folder: string): void {
  const entries = (existsSync(folder) ? readdirSync(folder) : []).filter((name) => name !== 'lost+found')
  if (entries.length === 0 || ownEntries.some((name) => entries.includes(name))) return
  throw new Misuse(
    `${folder} contains other files (${entries.toSorted().slice(0, 3).join(', ')}). Name a folder for the portal alone.`,
  )
}
