import { ConfigError, parseConfig } from '../../src/lib/config.ts'
import type { PortalConfig } from '../../src/lib/config.ts'
import { checkHosts } from './host-checks.ts'
import { checkRelease } from './release-checks.ts'
import { checkSite } from './site-checks.ts'
import {
  checkApi,
  checkConfig,
  checkConfigCopies,
  checkConfigInDocument,
  checkForms,
  checkIdentity,
  checkInfo,
  checkTransport,
} from './stage-checks.ts'
import { noAnswer } from './stage.ts'
import type { Finding, Stage } from './stage.ts'

export type CheckOptions = {
  /** Tenants whose forms and info are read; without one, the rest of the stage is checked. */
  tenants: string[]
  /** The API if it is not the one of config.json. */
  api?: string
}

/** All problems of a stage, read from outside. Changes nothing. */
export async function checkStage(stage: Stage, { tenants, api }: CheckOptions): Promise<Finding[]> {
  const answer = await stage.get('/config.json')
  if (answer === null) return [await noAnswer(stage, 'connection', `${stage.origin}/`)]
  const read = checkConfig(answer)
  const config = valid(read.config)
  if (config === null) return read.findings
  const checks = await Promise.all([
    stage.get('/').then((document) => checkConfigInDocument(document, read.config)),
    checkConfigCopies(stage),
    checkTransport(stage),
    checkSite(stage, config),
    checkRelease(stage),
    checkIdentity(stage, config.auth),
    checkApi(stage, api ?? config.apiBase, tenants[0] ?? null),
    checkHosts(stage, answer.text, config, api ?? config.apiBase),
    ...tenants.map((tenantId) => checkForms(stage, config, tenantId).then(ofTenant(tenantId))),
    // The check of the API has read the first one.
    ...tenants.slice(1).map((id) => checkInfo(stage, api ?? config.apiBase, id).then(ofTenant(id))),
  ])
  return [...read.findings, ...checks.flat()]
}

function ofTenant(tenant: string): (findings: Finding[]) => Finding[] {
  return (findings) => findings.map((each) => ({ ...each, tenant }))
}

function valid(config: unknown): PortalConfig | null {
  try {
    return parseConfig(config)
  } catch (error) {
    if (error instanceof ConfigError) return null
    throw error
  }
}
