/** A mistake of the operator; the message explains the fix. */
export class Misuse extends Error {
  override readonly name = 'Misuse'
}

/** Runs a command. A mistake of the operator ends it with code 2 and its message instead of a stack trace. */
export async function runCommand(usage: string, run: () => Promise<void> | void): Promise<void> {
  try {
    await run()
  } catch (error) {
    if (!isMisuse(error)) throw error
    process.stderr.write(`${error.message}\nUsage: ${usage}\n`)
    process.exitCode = 2
  }
}

/** Includes the errors of `parseArgs` about unknown options and missing values. */
function isMisuse(error: unknown): error is Error {
  if (error instanceof Misuse) return true
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_')
}
