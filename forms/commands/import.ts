import path from 'node:path'
import { hasErrors } from '../source/finding.ts'
import { relativeToHere } from '../source/load-source.ts'
import { say } from '../source/messages.ts'
import { Misuse, command, neededOption, printProblems, sourcesIn } from './command.ts'

/** `import FILE… --out DIR [--tenant ID] [--type ID]` */
export const importSchemas = command(['format', 'out', 'tenant', 'type'], async (options, output) => {
  const { lang, format, tenant, type } = options
  const { schemas } = sourcesIn(options)
  const out = path.resolve(neededOption(options, 'out'))
  if (schemas.length === 0) throw new Misuse(say('no-schemas', lang, { path: options.paths.join(' ') }))
  const { importFile } = await import('../import/import-files.ts')
  const names = { ...(tenant === undefined ? {} : { tenantId: tenant }), ...(type === undefined ? {} : { type }) }
  const results = schemas.map((file) => ({ file, ...importFile(file, out, names) }))
  const findings = printProblems(
    results.flatMap(({ problems }) => problems),
    options,
    output,
  )
  const taken = results.flatMap(({ file, taken: folder }) => (folder === null ? [] : [{ file, folder }]))
  for (const { file, folder } of taken)
    output.err(say('import-taken', lang, { file: relativeToHere(file), folder: relativeToHere(folder) }))
  for (const { file, folder, added, perhapsConsents, lostNames, samples } of format === 'text' ? results : []) {
    for (const { path: field, keyword, value } of added)
      if (keyword === 'type') output.out(say('type-added', lang, { field, type: value }))
    for (const field of perhapsConsents) output.out(say('perhaps-consent', lang, { field }))
    for (const { path: field, ...names } of lostNames) output.out(say('name-lost', lang, { field, ...names }))
    if (folder === null) {
      if (!taken.some((one) => one.file === file)) output.out(say('not-imported', lang, { file: relativeToHere(file) }))
    } else
      output.out(
        say('imported', lang, {
          folder: relativeToHere(folder),
          added: added.filter(({ keyword }) => keyword !== 'type').length,
          samples: samples.examples + samples.generated,
        }),
      )
  }
  return hasErrors(findings) || taken.length > 0 ? 1 : 0
})
