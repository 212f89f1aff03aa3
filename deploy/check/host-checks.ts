import type { PortalConfig } from '../../src/lib/config.ts'
import { finding } from './site-checks.ts'
import { checkOriginOfTenant, checkTransport } from './stage-checks.ts'
import { noAnswer } from './stage.ts'
import type { Finding, Stage } from './stage.ts'

/** Each host name of a single tenant is this stage, and the API allows it. */
export async function checkHosts(
  stage: Stage,
  configText: string,
  { tenants }: PortalConfig,
  apiBase: string,
): Promise<Finding[]> {
  const { hostname } = new URL(stage.origin)
  const checks = Object.entries(tenants).flatMap(([tenantId, { hosts = [] }]) =>
    hosts
      .filter((host) => host !== hostname)
      .map((host) => checkHost(stageAt(stage, host), { configText, tenantId, apiBase })),
  )
  return (await Promise.all(checks)).flat()
}

type Expected = { configText: string; tenantId: string; apiBase: string }

async function checkHost(stage: Stage, { configText, tenantId, apiBase }: Expected): Promise<Finding[]> {
  const address = `${stage.origin}/config.json`
  const answer = await stage.at(address)
  if (answer === null) return [await noAnswer(stage, 'hosts', address, `tenants.${tenantId}.hosts`)]
  if (answer.status !== 200 || answer.text !== configText)
    return [
      finding(
        'hosts',
        `${address} ${answer.status === 200 ? 'is not that of the stage' : `answers ${answer.status}`}`,
        'Serve the stage at this name, too: `npm run headers` writes it for the web server.',
      ),
    ]
  const findings = [...(await checkTransport(stage)), ...(await checkOriginOfTenant(stage, apiBase, tenantId))]
  // The report prints those of a tenant only if `--tenant` names it.
  return findings.map(({ check, problem, fix }) => finding(check, `at ${stage.origin}: ${problem}`, fix))
}

function stageAt(stage: Stage, host: string): Stage {
  const origin = `${new URL(stage.origin).protocol}//${host}`
  return { ...stage, origin, get: (path, init) => stage.at(origin + path, init) }
}
