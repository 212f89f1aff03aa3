import path from 'node:path'
import { referencePage } from './reference-page.ts'
import { writeFileAtomically } from '../source/write-file.ts'
import { command, neededOption } from './command.ts'

/** `reference --out DIR` writes reference.md. */
export const reference = command(['out'], (options, output) => {
  const file = path.join(path.resolve(neededOption(options, 'out')), 'reference.md')
  writeFileAtomically(file, referencePage())
  output.out(file)
  return Promise.resolve(0)
})
