import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { writeFileAtomically } from '../build/publish-folder.ts'
import type { FormFiles } from './commands.ts'

/** All files of a form in their folder. */
export function readFormFiles(folder: string): FormFiles {
  const inside = (name: string) =>
    existsSync(path.join(folder, name)) ? readdirSync(path.join(folder, name)).map((file) => `${name}/${file}`) : []
  const names = ['form.json', 'texts.ja.json', 'texts.en.json', ...inside('valid'), ...inside('invalid')]
  return Object.fromEntries(
    names
      .filter((name) => name.endsWith('.json') && existsSync(path.join(folder, name)))
      .map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]),
  )
}

/** Writes the files that differ, and removes those that no longer exist. */
export function writeFormFiles(folder: string, before: FormFiles, after: FormFiles): void {
  for (const [name, text] of Object.entries(after))
    if (before[name] !== text) writeFileAtomically(path.join(folder, name), text)
  for (const name of Object.keys(before)) if (after[name] === undefined) rmSync(path.join(folder, name))
}
