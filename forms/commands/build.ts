import path from 'node:path'
import { severityOf } from '../source/rule-list.ts'
import { say } from '../source/messages.ts'
import { Misuse, command, neededOption, printProblems, sourcesIn } from './command.ts'

/** `build DIR… --out OUT` */
export const build = command(['format', 'out'], async (options, output) => {
  const { lang, format, paths } = options
  sourcesIn(options)
  const out = path.resolve(neededOption(options, 'out'))
  const { buildForms } = await import('../build/build.ts')
  const results = []
  for (const folder of paths) results.push(...(await buildForms(path.resolve(folder), out)))
  if (results.length === 0) throw new Misuse(say('no-forms', lang, { path: paths.join(' ') }))
  printProblems(
    results.flatMap(({ problems }) => problems),
    options,
    output,
  )
  for (const result of format === 'text' ? results : []) {
    if (result.kind === 'refused') {
      const errors = result.problems.filter(({ rule }) => severityOf(rule) === 'error').length
      output.out(say('refused', lang, { name: result.name, errors }))
    } else if (result.kind === 'removed') output.out(say('tenant-removed', lang, { name: result.name }))
    else
      output.out(
        say(result.kind === 'written' ? 'built' : 'unchanged', lang, {
          name: result.name,
          version: result.formVersion,
        }),
      )
  }
  return results.some(({ kind }) => kind === 'refused') ? 1 : 0
})
