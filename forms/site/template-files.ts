import { putFiles, readToolFiles } from './tool-files.ts'

const files = import.meta.glob<string>(['../templates/*/**/*.json', '../../schemas/shared/**/*.json'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** Puts the templates, and what a new folder of forms needs, into memory. A module of its own, because it is large. */
export function readTemplateFiles(): void {
  readToolFiles()
  putFiles(files)
}
