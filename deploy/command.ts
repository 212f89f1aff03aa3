/** A mistake of the operator; the message explains the fix. */
export class Misuse extends Error {
  override readonly name = 'Misuse'
}

export type Usage = {
  /** `npm run NAME -- ARGUMENTS` */
  line: string
  /** What each argument and option means. */
  options: Record<string, string>
}

/**
 * Runs a command, or prints its help for `--help`. A mistake of the operator ends it with code 2 and its message instead
 * of a stack trace.
 */
export async function runCommand({ line, options }: Usage, run: () => Promise<void> | void): Promise<void> {
  if (process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) {
    const width = Math.max(...Object.keys(options).map((name) => name.length))
    const rows = Object.entries(options).map(([name, meaning]) => `  ${name.padEnd(width)}  ${meaning}\n`)
    process.stdout.write(`${line}\n\n${rows.join('')}`)
    return
  }
  try {
    await run()
  } catch (error) {
    if (!isMisuse(error)) throw error
    const [message = ''] = error.message.split(" To specify a positional argument starting with a '-'")
    process.stderr.write(`${message}\nUsage: ${line}\nThe options: the same command with --help\n`)
    process.exitCode = 2
  }
}

/** Includes the errors of `parseArgs` about unknown options and missing values. */
function isMisuse(error: unknown): error is Error {
  if (error instanceof Misuse) return true
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_')
}
