import { existsSync, readFileSync } from 'node:fs'
import { ConfigError, parseConfig } from '../src/lib/config.ts'
import type { PortalConfig } from '../src/lib/config.ts'
import { matchRoute, reservedSegments } from '../src/paths.ts'
import { Misuse } from '../scripts/options.ts'
import { resourceKind } from './headers.ts'

/** The `config.json` of a stage, checked as the portal checks it. */
export type StageConfig = {
  /** The served text, without a byte order mark, which some editors write. */
  text: string
  /** The parsed file, without the default values. */
  written: unknown
  config: PortalConfig
}

export function readStageConfig(file: string): StageConfig {
  if (!existsSync(file)) throw new Misuse(`${file} does not exist. Copy deploy/config.example.json and edit it.`)
  const text = new TextDecoder().decode(readFileSync(file))
  const written = parsed(file, text)
  try {
    const config = parseConfig(written)
    const faults = stageFaults(config)
    if (faults.length > 0) throw new ConfigError(faults)
    return { text, written, config }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    throw new Misuse([`${file} is not the configuration of a stage:`, ...error.faults].join('\n  '))
  }
}

/** Values that the portal could use, but not on the servers that these commands describe. */
function stageFaults({ apiBase, auth, formsBase, policyReportTo, reportTo }: PortalConfig): string[] {
  const places = { apiBase, 'auth.endpoint': auth.endpoint, policyReportTo, reportTo }
  return [
    ...Object.entries(places)
      .filter(([, place]) => place?.startsWith('/') === true && isOfPortal(place))
      .map(([name, place]) => `${name} ${place} is a page or a file of the portal`),
    ...(formsBase === '/forms' ? [] : ['formsBase is not /forms, where the upload writes the forms']),
    ...(auth.endpoint !== undefined || /^[\w-]+_[0-9A-Za-z]+$/.test(auth.poolId)
      ? []
      : ['auth.poolId is no id of a pool, such as ap-northeast-1_AbCdEfGhI']),
    ...(/^\S+$/.test(auth.clientId) ? [] : ['auth.clientId contains spaces']),
  ]
}

/** The first part of the addresses of an API on the portal's own host, which no page has. */
const ofApi = 'app'

/** Whether the portal itself answers an address on its host, or addresses below it. */
export function isOfPortal(place: string): boolean {
  const [, first = ''] = place.split('/')
  const isReserved = reservedSegments.includes(first) && first !== ofApi
  return isReserved || resourceKind(place) !== 'document' || matchRoute(place) !== null
}

function parsed(file: string, text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const reason = /^\s*(?:\/\/|\/\*)/m.test(text) ? 'JSON has no comments' : error.message
    throw new Misuse(`${file} is not valid JSON: ${reason}.`)
  }
}
