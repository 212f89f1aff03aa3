import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { feeSamplesFile } from '../source/find-sources.ts'
import { logoFiles, sandboxFile, tenantFile } from '../source/tenant-source.ts'
import { writeFileAtomically } from '../source/write-file.ts'
import { languages } from '../../src/lib/language.ts'
import { textsFile } from './form-files.ts'
import type { FormFiles } from './commands.ts'
import { serviceJson } from './fees.ts'
import { contentOfFile, textOfFile } from './image-text.ts'
import { ownBlocksFile } from './own-blocks.ts'
import { sharedFolder } from './shared-lists.ts'

/** Files that several forms share: of the service in the folder around the form, of the tenant around that. */
const sharedPlaces: { readonly [name: string]: string } = {
  [serviceJson]: '..',
  ...Object.fromEntries([tenantFile, sandboxFile, ownBlocksFile, ...logoFiles].map((name) => [name, '../..'])),
}

function placeOf(folder: string, name: string): string {
  const up = sharedPlaces[name] ?? (name.startsWith(`${sharedFolder}/`) ? '../..' : '')
  return path.join(folder, up, name)
}

/** All files of a form in their folder, and those of its service and its tenant. */
export function readFormFiles(folder: string): FormFiles {
  const inside = (name: string) => {
    const place = placeOf(folder, `${name}/`)
    const files = existsSync(place) ? readdirSync(place) : []
    return files.filter((file) => file.endsWith('.json')).map((file) => `${name}/${file}`)
  }
  const own = ['form.json', ...languages.map(textsFile), feeSamplesFile, ...inside('valid'), ...inside('invalid')]
  const names = [...own, ...Object.keys(sharedPlaces), ...inside(sharedFolder)]
  return Object.fromEntries(
    names
      .filter((name) => existsSync(placeOf(folder, name)))
      .map((name) => [name, textOfFile(name, readFileSync(placeOf(folder, name)))]),
  )
}

/** Writes the files that differ, and removes those that no longer exist. */
export function writeFormFiles(folder: string, before: FormFiles, after: FormFiles): void {
  for (const [name, text] of Object.entries(after))
    if (before[name] !== text) writeFileAtomically(placeOf(folder, name), contentOfFile(name, text))
  for (const name of Object.keys(before)) if (after[name] === undefined) rmSync(placeOf(folder, name))
}
