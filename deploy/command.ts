import { Misuse, refuse } from '../scripts/options.ts'
import { systemRefusal } from '../scripts/system-refusal.ts'

/**
 * Runs a command. A mistake of the operator ends it with code 2, a refusal by the file system or the cloud with code 1,
 * both with a message instead of a stack trace.
 */
export async function runCommand(run: () => Promise<void> | void): Promise<void> {
  try {
    await run()
  } catch (error) {
    if (error instanceof Misuse) refuse(error.message)
    const refusal = systemRefusal(error) ?? cloudRefusal(error)
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
