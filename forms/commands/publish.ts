import { existsSync } from 'node:fs'
import path from 'node:path'
import { say } from '../source/messages.ts'
import { Misuse, neededOption } from './command.ts'
import type { Command } from './command.ts'

/** `publish OUT --to TARGET`, where OUT is what `build` wrote. */
export const publish: Command = async (options, output) => {
  const { lang, format, paths } = options
  const [from] = paths
  if (from === undefined) throw new Misuse(say('missing-path', lang))
  const to = path.resolve(neededOption(options, 'to'))
  if (!existsSync(from)) throw new Misuse(say('no-such-path', lang, { path: from }))
  const { publishForms } = await import('../build/publish-forms.ts')
  const results = publishForms(path.resolve(from), to)
  if (results.length === 0) throw new Misuse(say('no-built-forms', lang, { path: from }))
  if (format === 'json') output.out(JSON.stringify(results, null, 2))
  else for (const { name, formVersion, kind } of results) output.out(say(kind, lang, { name, version: formVersion }))
  return 0
}
