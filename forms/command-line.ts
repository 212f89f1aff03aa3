import { parseArgs } from 'node:util'
import { approve, history, reject, review, withdraw } from './commands/approval.ts'
import { build } from './commands/build.ts'
import { cancel } from './commands/cancel.ts'
import { check } from './commands/check.ts'
import { Misuse, knownOptions } from './commands/command.ts'
import type { Command, ExitCode, Output } from './commands/command.ts'
import { copy } from './commands/copy.ts'
import { diff } from './commands/diff.ts'
import { importSchemas } from './commands/import.ts'
import { merge } from './commands/merge.ts'
import { newForm } from './commands/new.ts'
import { newTenant } from './commands/new-tenant.ts'
import { publish } from './commands/publish.ts'
import { questions } from './commands/questions.ts'
import { reference } from './commands/reference.ts'
import { replace } from './commands/replace.ts'
import { studio } from './commands/studio.ts'
import { test } from './commands/test.ts'
import { texts } from './commands/texts.ts'
import { validate } from './commands/validate.ts'
import { say } from './source/messages.ts'
import { unwritable } from './source/write-file.ts'
import type { Language } from '../src/lib/language.ts'
import { reportFormats } from './check/report.ts'
import { nearestOf } from './rules/nearest.ts'

const commands: { [name: string]: Command } = {
  check,
  build,
  test,
  new: newForm,
  'new-tenant': newTenant,
  copy,
  replace,
  texts,
  questions,
  import: importSchemas,
  diff,
  merge,
  review,
  withdraw,
  approve,
  reject,
  history,
  cancel,
  publish,
  validate,
  studio,
  reference,
}

/** Runs the tool with its arguments and writes its messages to `output`. */
export async function runCommand(args: readonly string[], output: Output): Promise<ExitCode> {
  const lang: Language = args.some(
    (arg, index) => arg === '--lang=en' || (arg === 'en' && args[index - 1] === '--lang'),
  )
    ? 'en'
    : 'ja'
  try {
    if (args.includes('--help')) return showUsage(0)
    const { values, positionals } = parse(args, lang)
    const [name, ...paths] = positionals
    if (name === undefined) return showUsage(2)
    if (name === 'help') return showUsage(0)
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined
    if (!command) {
      const { nearest } = nearestOf(name, Object.keys(commands))
      const hint = nearest === undefined ? '' : say('hint', lang, { name: nearest })
      throw new Misuse(say('unknown-command', lang, { command: name, hint }))
    }
    const { lang: language = lang, ...own } = values
    if (language !== lang) throw new Misuse(say('unknown-option', lang, { option: `--lang ${language}` }))
    const other = Object.keys(own).find((option) => !command.options.some((known) => known === option))
    if (other !== undefined) throw new Misuse(say('other-option', lang, { command: name, option: other }))
    const { format: wanted = 'text' } = own
    const format = reportFormats.find((known) => known === wanted)
    if (!format) throw new Misuse(say('unknown-option', lang, { option: `--format ${wanted}` }))
    return await command.run({ ...own, format, lang, paths }, output)
  } catch (cause) {
    const place = unwritable(cause)
    const message = place === null ? cause : new Misuse(say('unwritable-file', lang, place))
    if (!(message instanceof Misuse)) throw cause
    output.err(`${message.message} ${say('see-help', lang)}`)
    return 2
  }

  function showUsage(code: ExitCode): ExitCode {
    output.out(say('usage', lang))
    return code
  }
}

function parse(args: readonly string[], lang: Language) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: knownOptions })
  } catch (cause) {
    // Node's message is always in English, so only the name of the option is taken from it.
    if (cause instanceof TypeError)
      throw new Misuse(say('unknown-option', lang, { option: /--?[\w-]+/.exec(cause.message)?.[0] ?? cause.message }))
    throw cause
  }
}
