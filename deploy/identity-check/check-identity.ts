import { Misuse } from '../../scripts/options.ts'
import { readStageConfig } from '../stage-config.ts'
import { checkPool } from './check-pool.ts'

/**
 * `npm run deploy:check -- --identity CONFIG TENANT__USER`: uses the pool of a stage as the portal does, with the
 * account's password from the variable PORTAL_CHECK_PASSWORD.
 */
export async function checkIdentity([file, username]: readonly string[]): Promise<void> {
  const password = process.env.PORTAL_CHECK_PASSWORD
  if (file === undefined || username === undefined) throw new Misuse('Name the config.json and the account.')
  if (password === undefined) throw new Misuse('Set PORTAL_CHECK_PASSWORD to the password of the account.')
  const { auth } = readStageConfig(file).config
  if (auth.endpoint !== undefined && !URL.canParse(auth.endpoint))
    throw new Misuse(
      `auth.endpoint is ${auth.endpoint}, which is relative to the portal. Write the whole address of the emulator, e.g. http://localhost:5173/_identity/.`,
    )
  const steps = await checkPool(auth, { username, password })
  for (const { step, problem, fix } of steps)
    process.stdout.write(problem === undefined ? `ok    ${step}\n` : `WRONG ${step}: ${problem}\n      ${fix}\n`)
  process.exitCode = steps.some(({ problem }) => problem !== undefined) ? 1 : 0
}
