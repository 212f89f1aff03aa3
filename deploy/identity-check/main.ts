/**
 * `npm run identity:check -- config.json TENANT__USER`: uses the pool of a stage as the portal does, with the account's
 * password from the variable PORTAL_CHECK_PASSWORD. Exit code 0 if every step succeeded, 1 if not, 2 for invalid
 * arguments.
 */
import { Misuse, runCommand } from '../command.ts'
import { readStageConfig } from '../stage-config.ts'
import { checkPool } from './check-pool.ts'

const usage = {
  line: 'PORTAL_CHECK_PASSWORD=… npm run identity:check -- CONFIG TENANT__USER',
  options: {
    CONFIG: 'the config.json of the stage',
    TENANT__USER: 'an account of the pool for this check, without a second factor',
    PORTAL_CHECK_PASSWORD: 'its password, in the environment',
    'exit code': '0 if every step succeeded, 1 if not, 2 for invalid arguments',
  },
}

await runCommand(usage, async () => {
  const [file, username] = process.argv.slice(2)
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
})
