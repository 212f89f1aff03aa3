import { parseArgs } from 'node:util'
import type { ParseArgsConfig } from 'node:util'

/**
 * The options of a program's command line. Prints `usage` and ends the program for `--help`; ends it with code 2 and one
 * line for an option that does not exist.
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
    return parseArgs(config)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const [message = ''] = error.message.split(/\. To specify|\n/)
    process.stderr.write(`${message}. See --help.\n`)
    process.exit(2)
  }
}
