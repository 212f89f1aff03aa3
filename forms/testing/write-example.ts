import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { exampleFiles } from '../rules/example-form.ts'
import type { ExampleParts } from '../rules/example-form.ts'

/** Writes the example form into a folder. Returns its files by path. */
export function writeExample(folder: string, parts: ExampleParts): { [name: string]: string } {
  const files = exampleFiles(parts)
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), content)
  }
  return files
}
