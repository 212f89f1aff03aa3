/** A mistake of the operator; the message explains the fix. */
export class Misuse extends Error {
  override readonly name = 'Misuse'
}

export type Usage = {
  /** `npm run NAME -- ARGUMENTS` */
  line: string
  /** The meaning of each argument and option. */
  options: Record<string, string>
}

/**
 * Runs a command, or prints its help for `--help`. A mistake of the operator ends it with code 2, a refusal by the file
 * system with code 1, both with a message instead of a stack trace.
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
    if (isRefusedBySystem(error)) {
      process.stderr.write(`${refusals[error.code] ?? error.message} (${error.path ?? error.syscall})\n`)
      process.exitCode = 1
      return
    }
    const cloud = cloudRefusal(error)
    if (cloud !== null) {
      process.stderr.write(`${cloud}\n`)
      process.exitCode = 1
      return
    }
    if (!isMisuse(error)) throw error
    const [message = ''] = error.message.split(" To specify a positional argument starting with a '-'")
    process.stderr.write(`${message}\nUsage: ${line}\nRun the command with --help to see its options.\n`)
    process.exitCode = 2
  }
}

/** Includes the errors of `parseArgs` about unknown options and missing values. */
function isMisuse(error: unknown): error is Error {
  if (error instanceof Misuse) return true
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_')
}

/** What an error of the AWS SDK means for the operator; null for any other error. */
function cloudRefusal(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if (error.message === 'Region is missing') return 'No region for the bucket. Set AWS_REGION.'
  if (error.name === 'CredentialsProviderError')
    return `No credentials for AWS (${error.message}). Set them as for the AWS command line, e.g. AWS_PROFILE.`
  const isOfService = '$metadata' in error
  return isOfService ? `The bucket refuses: ${error.name}: ${error.message}` : null
}

type Refusal = Error & { code: string; syscall: string; path?: string }

const refusals: Record<string, string> = {
  ENOSPC: 'No space is left on the device. Free some space, and run the command again.',
  EDQUOT: 'The disk quota of this user is used up. Free some space, and run the command again.',
  EACCES: 'This user may not read or write here. Change the owner or the rights, or run the command as another user.',
  EPERM: 'This user may not read or write here. Change the owner or the rights, or run the command as another user.',
  EROFS: 'The file system can only be read. Name a folder that can be written.',
  ENOTDIR: 'This is a file. Name a folder.',
  EEXIST: 'This is a file. Name a folder.',
  EISDIR: 'This is a folder. Name a file.',
  ENOENT: 'This does not exist and cannot be created.',
}

/** An error of the operating system about a file. */
function isRefusedBySystem(error: unknown): error is Refusal {
  return error instanceof Error && 'code' in error && 'syscall' in error && typeof error.code === 'string'
}
