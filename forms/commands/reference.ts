import path from 'node:path'
import { referencePage } from './reference-page.ts'
import { writeFileAtomically } from '../build/publish-folder.ts'
import { neededOption } from './command.ts'
import type { Command } from './command.ts'

/** `reference --out DIR` writes reference.md. */
export const reference: Command = (options, output) => {
  const file = path.join(path.resolve(neededOption(options, 'out')), 'reference.md')
  writeFileAtomically(file, referencePage())
  output.out(file)
  return Promise.resolve(0)
}
