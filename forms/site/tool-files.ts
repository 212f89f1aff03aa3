import { memoryFiles } from './memory-files.ts'

/** Where the files of this project are in memory. The build writes this folder in place of `import.meta.dirname`. */
const tool = '/tool/'

const files = import.meta.glob<string>(
  ['../../schemas/*.schema.json', '../../locales/*/*.json', '!../../locales/plain/*.json'],
  { query: '?raw', import: 'default', eager: true },
)

/** Puts what the check reads into memory: the schemas of the forms, and the texts of the portal. */
export function readToolFiles(): void {
  putFiles(files)
}

/** Puts files into memory by their path from this folder. */
export function putFiles(files: { readonly [path: string]: string }): void {
  for (const [path, text] of Object.entries(files)) {
    const place = new URL(path, `file://${tool}forms/site/`).pathname
    memoryFiles.write(place, new TextEncoder().encode(text))
  }
}
