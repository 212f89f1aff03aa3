import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { writeFileAtomically } from '../source/write-file.ts'
import { languages } from '../../src/lib/language.ts'
import { textsFile } from './commands.ts'
import type { FormFiles } from './commands.ts'
import { serviceJson } from './fees.ts'

/** The service's description is in the folder that contains the folders of its forms. */
function placeOf(folder: string, name: string): string {
  return name === serviceJson ? path.join(folder, '..', name) : path.join(folder, name)
}

/** All files of a form in their folder, and the description of its service. */
export function readFormFiles(folder: string): FormFiles {
  const inside = (name: string) =>
    existsSync(path.join(folder, name)) ? readdirSync(path.join(folder, name)).map((file) => `${name}/${file}`) : []
  const names = ['form.json', ...languages.map(textsFile), serviceJson, ...inside('valid'), ...inside('invalid')]
  return Object.fromEntries(
    names
      .filter((name) => name.endsWith('.json') && existsSync(placeOf(folder, name)))
      .map((name) => [name, readFileSync(placeOf(folder, name), 'utf8')]),
  )
}

/** Writes the files that differ, and removes those that no longer exist. */
export function writeFormFiles(folder: string, before: FormFiles, after: FormFiles): void {
  for (const [name, text] of Object.entries(after))
    if (before[name] !== text) writeFileAtomically(placeOf(folder, name), text)
  for (const name of Object.keys(before)) if (after[name] === undefined) rmSync(placeOf(folder, name))
}
