import { existsSync, readFileSync } from 'node:fs'
import { ConfigError, parseConfig } from '../src/lib/config.ts'
import type { PortalConfig } from '../src/lib/config.ts'
import { Misuse } from './command.ts'

/** The `config.json` of a stage, checked as the portal checks it. */
export type StageConfig = {
  /** As it is served, without a byte order mark, which some editors write. */
  text: string
  /** As written, without the default values. */
  written: unknown
  config: PortalConfig
}

export function readStageConfig(file: string): StageConfig {
  if (!existsSync(file)) throw new Misuse(`${file} does not exist. Copy deploy/config.example.json and edit it.`)
  const text = new TextDecoder().decode(readFileSync(file))
  const written = parsed(file, text)
  try {
    return { text, written, config: parseConfig(written) }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    throw new Misuse([`${file} is not the configuration of a stage:`, ...error.faults].join('\n  '))
  }
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
