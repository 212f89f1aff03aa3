import { Misuse, refuse } from '../scripts/options.ts'

/**
 * Runs a command. A mistake of the operator ends it with code 2, a refusal by the file system or the cloud with code 1,
 * both with a message instead of a stack trace.
 */
export async function runCommand(run: () => Promise<void> | void): Promise<void> {
  try {
    await run()
  } catch (error) {
    if (error instanceof Misuse) refuse(error.message)
    const refusal = isRefusedBySystem(error)
      ? `${refusals[error.code] ?? error.message} (${error.path ?? error.syscall})`
      : cloudRefusal(error)
    if (refusal === null) throw error
    process.stderr.write(`${refusal}\n`)
    process.exitCode = 1
  }
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
