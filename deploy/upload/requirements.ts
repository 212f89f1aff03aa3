import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { refusedVersions, unapprovedTenants } from '../../forms/build/publish-forms.ts'
import { isRecord } from '../../form-model/record.ts'
import { Misuse } from '../../scripts/options.ts'
import { noForms } from './site-objects.ts'

/** Refuses forms that have changed since they were published: an upload would replace the version that residents use. */
export function requireForms(forms: string): void {
  if (!existsSync(forms)) throw noForms(forms)
  for (const entry of readdirSync(forms, { withFileTypes: true })) {
    if (!entry.isDirectory() || entry.name.startsWith('.')) continue
    if (hasManifest(path.join(forms, entry.name, 'manifest.json'))) continue
    throw new Misuse(
      `${path.join(forms, entry.name)} has no usable manifest.json, so residents would not find its forms. ` +
        'Nothing was uploaded. Run `npm run forms -- publish` again.',
    )
  }
  const [unapproved] = unapprovedTenants(forms)
  if (unapproved !== undefined)
    throw new Misuse(
      `${path.join(forms, unapproved)} was built, not published, so nothing shows who approved its forms. ` +
        'Nothing was uploaded. Name the folder of `npm run forms -- publish`.',
    )
  const refused = refusedVersions(forms)
  if (refused.length === 0) return
  const names = refused.map(({ name, formVersion }) => `${name}/${formVersion}`).join(', ')
  throw new Misuse(
    `${names}: the files in ${forms} are not those that were published. Nothing was uploaded. ` +
      'Delete these folders and run `npm run forms -- publish` again.',
  )
}

function hasManifest(file: string): boolean {
  try {
    const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return isRecord(manifest) && isRecord(manifest.forms)
  } catch {
    return false
  }
}

/** Refuses the build itself as the target: its files would become sources of the next upload. */
export function requireOtherFolder(target: string, site: string): void {
  const inSite = path.relative(path.resolve(site), path.resolve(target))
  if (inSite === '' || !(inSite.startsWith('..') || path.isAbsolute(inSite)))
    throw new Misuse(`${target} is the build itself. Name another folder, e.g. .local/site.`)
}

/** Every upload, even an interrupted one, leaves one of these files. */
const ownEntries = ['assets', 'index.html', 'releases']

/** Refuses a folder with other files: after a mistyped path, the portal would be mixed with them. */
export function requireOwnFolder(folder: string): void {
  const entries = (existsSync(folder) ? readdirSync(folder) : []).filter((name) => name !== 'lost+found')
  if (entries.length === 0 || ownEntries.some((name) => entries.includes(name))) return
  throw new Misuse(
    `${folder} contains other files (${entries.toSorted().slice(0, 3).join(', ')}). Name a folder for the portal alone.`,
  )
}
