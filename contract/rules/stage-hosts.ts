import { readFileSync } from 'node:fs'
import { refuse } from '../../scripts/options.ts'
import { allPaymentHosts, parseConfig, paymentHostsOf } from '../../src/lib/config.ts'
import type { PortalConfig } from '../../src/lib/config.ts'
import { parseTenantId } from '../../src/paths.ts'

/** Where the portal goes from an answer of the API, by its `config.json`. */
export type StageHosts = {
  /** Those of every tenant if it is not known which one is paid. */
  paymentHosts: (tenantId: string | undefined) => readonly string[]
  /** In addition to the address that the API is verified at. */
  fileOrigins: readonly string[]
}

export function stageHosts(
  config: Pick<PortalConfig, 'apiBase' | 'filesOrigin' | 'paymentHosts' | 'tenants'>,
): StageHosts {
  const { apiBase, filesOrigin } = config
  const ofApi = URL.canParse(apiBase) ? [new URL(apiBase).origin] : []
  return {
    paymentHosts: (tenantId) => {
      const known = parseTenantId(tenantId)
      return known === null ? allPaymentHosts(config) : paymentHostsOf(config, known)
    },
    fileOrigins: filesOrigin === undefined ? ofApi : [...ofApi, filesOrigin],
  }
}

/** Those of a `config.json`, a file or an address. Ends the program if it cannot be read. */
export async function readStageHosts(place: string): Promise<StageHosts> {
  try {
    return stageHosts(parseConfig(JSON.parse(await textOf(place))))
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause
    return refuse(`--config ${place} cannot be used: ${cause.message}.`)
  }
}

async function textOf(place: string): Promise<string> {
  if (!/^https?:/.test(place)) return readFileSync(place, 'utf8')
  const response = await fetch(place)
  if (!response.ok) throw new Error(`it answers ${response.status}`)
  return response.text()
}
