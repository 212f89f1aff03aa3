import { existsSync } from 'node:fs'
import path from 'node:path'
import { loadSourceForm } from './load-source.ts'

/** The files of the shared parts that a form refers to, with the texts and the layout of each part. */
export function sharedFiles(folder: string): string[] {
  const own = `${path.resolve(folder)}${path.sep}`
  return [...loadSourceForm(folder).bundler.files].filter((file) => !file.startsWith(own) && existsSync(file))
}
