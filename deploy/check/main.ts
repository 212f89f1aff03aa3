/** `npm run deploy:check`: checks a stage from outside and names the fixes. See the usage below. */
import { Misuse, optionsOf } from '../../scripts/options.ts'
import { runCommand } from '../command.ts'
import { checkIdentity } from '../identity-check/check-identity.ts'
import { checkStage } from './check-stage.ts'
import { readTenants, reportOf } from './tenants.ts'
import { signInWeight } from './site-checks.ts'
import { openStage } from './stage.ts'

const usage = `npm run deploy:check -- https://stage.example.jp [options]   a stage, from outside
npm run deploy:check -- --identity CONFIG TENANT__USER      its user pool, as the portal uses it

  --tenant TENANT   a tenant whose forms and information are checked too; repeatable
  --tenants FILE    such tenants, one id in each line; empty lines and lines with # at the start do not count
  --api URL         the API, if it is not the apiBase of config.json
  --json            the findings as JSON
  --identity        with the config.json of the stage and an account of the pool without a second factor; its
                    password is in PORTAL_CHECK_PASSWORD

Exit code: 0 without findings, 1 with findings, 2 for invalid arguments`

await runCommand(async () => {
  if (process.argv.includes('--identity'))
    return checkIdentity(
      optionsOf(usage, { allowPositionals: true, options: { identity: { type: 'boolean' } } }).positionals,
    )
  const { values, positionals } = optionsOf(usage, {
    allowPositionals: true,
    options: {
      tenant: { type: 'string', multiple: true, default: [] },
      tenants: { type: 'string' },
      api: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  })
  if (positionals.length > 1) throw new Misuse('Name one address. Check several stages one after the other.')
  const origin = originOf(positionals[0])
  const named = values.tenants === undefined ? [] : readTenants(values.tenants)
  const tenants = [...new Set([...values.tenant, ...named])]
  const stage = openStage(origin)
  const findings = await checkStage(stage, {
    tenants,
    ...(values.api === undefined ? {} : { api: values.api }),
  })
  const weight = await signInWeight(stage)
  if (values.json) {
    const report = { stage: origin, tenants, findings, signIn: weight }
    process.stdout.write(`${JSON.stringify(report, null, 2)}\n`)
  } else {
    process.stdout.write(reportOf(findings, tenants))
    if (weight.files > 0) {
      const size = `${(weight.bytes / 1000).toFixed(1)} kB${weight.unknownSizes > 0 ? ` and ${weight.unknownSizes} of unknown size` : ''}`
      process.stdout.write(
        `Sign-in page until usable: ${weight.files} files, ${size}; ${weight.uncompressed} texts uncompressed.\n`,
      )
    }
    if (tenants.length === 0)
      process.stdout.write('Not checked: forms and information of a tenant. Name one with --tenant to check them.\n')
    process.stdout.write(
      findings.length === 0
        ? `Nothing is wrong with ${origin}.\n`
        : `${findings.length} ${findings.length === 1 ? 'finding' : 'findings'} at ${origin}.\n`,
    )
  }
  process.exitCode = findings.length === 0 ? 0 : 1
})

/** Refuses a path: the portal is always at the root of its origin. */
function originOf(address: string | undefined): string {
  if (address === undefined || !URL.canParse(address)) throw new Misuse('Name the address of the stage.')
  const { origin, pathname, protocol } = new URL(address)
  if (!/^https?:$/.test(protocol)) throw new Misuse(`${address} is not an address with https://.`)
  if (pathname !== '/')
    throw new Misuse(
      `The portal is served at the root of its own host, not below ${pathname}. Check ${origin} instead.`,
    )
  return origin
}
