import { parseArgs } from 'node:util'
import type { ParseArgsConfig } from 'node:util'

/** A mistake in the call of a program; the message explains the fix. */
export class Misuse extends Error {
  override readonly name = 'Misuse'
}

/**
 * The options of a program's command line. Prints `usage` and ends the program for `--help`; refuses an unknown option
 * and a missing value.
 */
export function optionsOf<Config extends ParseArgsConfig>(
  usage: string,
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  if (process.argv.includes('--help')) {
    process.stdout.write(`${usage}\n`)
    process.exit(0)
  }
  try {
    return parseOptions(config)
  } catch (error) {
    if (!(error instanceof Misuse)) throw error
    refuse(error.message)
  }
}

/** As `parseArgs`, but its errors become a `Misuse` of one sentence. */
export function parseOptions<Config extends ParseArgsConfig>(config: Config): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const [sentence = ''] = error.message.split(/\. |\.?\n/)
    throw new Misuse(`${sentence}.`)
  }
}

/** Ends the program with code 2 and the reason, in one line unless the reason is a list. */
export function refuse(reason: string): never {
  process.stderr.write(`${reason}${reason.includes('\n') ? '\n' : ' '}--help shows the options.\n`)
  process.exit(2)
}

/** The value of an option that counts something. */
export function numberOf(option: string, text: string): number {
  const number = Number(text)
  if (Number.isSafeInteger(number) && number > 0) return number
  refuse(`${option} needs a number from 1, not "${text}".`)
}

/** The value of an option that is a regular expression. */
export function patternOf(option: string, text: string): RegExp {
  try {
    return new RegExp(text)
  } catch {
    refuse(`${option} needs a regular expression, not "${text}".`)
  }
}

type Token = { kind: string; name?: string; rawName?: string; value?: string | undefined }

/** The options that another program gets as they were written: all but those named. */
export function passedOn(tokens: readonly Token[], own: readonly string[]): string[] {
  return tokens.flatMap(({ kind, name = '', rawName = '', value }) =>
    kind !== 'option' || own.includes(name) ? [] : value === undefined ? [rawName] : [rawName, value],
  )
}
