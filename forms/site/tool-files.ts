import { memoryFiles } from './memory-files.ts'

/** Where the files of this project are in memory. The build writes this folder in place of `import.meta.dirname`. */
const tool = '/tool/'

const schemas = import.meta.glob<string>('../../schemas/*.schema.json', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** Puts the schemas of the forms, which the check reads, into memory. */
export function readToolFiles(): void {
  putFiles(schemas)
}

/** Puts files into memory by their path from this folder. */
export function putFiles(files: { readonly [path: string]: string }): void {
  for (const [path, text] of Object.entries(files)) {
    const place = new URL(path, `file://${tool}forms/site/`).pathname
    memoryFiles.write(place, new TextEncoder().encode(text))
  }
}
