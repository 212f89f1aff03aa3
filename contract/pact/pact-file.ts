import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const pactFile = join(import.meta.dirname, '..', '..', 'pact', 'pacts', 'tenant-portal-user-web-api.json')

/** A value that is replaced at verification: by one that the state has returned, or by a new key. */
type Generator = { type: 'ProviderState'; expression: string } | { type: 'Uuid' }

/** By place: a name, or a path such as `$.items[*].name`. */
type MatchingRules = Record<string, { matchers: { match: string; regex?: string }[] }>

export type Interaction = {
  description: string
  providerStates: { name: string; params?: Record<string, unknown> }[]
  request: {
    method: string
    path: string
    query?: Record<string, string[]>
    headers?: Record<string, string[]>
    body?: { content: unknown; contentType: string; encoded: false | 'base64' }
    generators?: {
      path?: Generator
      query?: Record<string, Generator>
      header?: Record<string, Generator>
      body?: Record<string, Generator>
    }
  }
  response: {
    status: number
    headers?: Record<string, string[]>
    body?: { content: unknown }
    matchingRules?: { header?: MatchingRules; body?: MatchingRules }
  }
  comments: { references: { OpenAPI: { operationId: string } } }
}

export type Pact = { consumer: { name: string }; provider: { name: string }; interactions: Interaction[] }

export function readPact(file = pactFile): Pact {
  return JSON.parse(readFileSync(file, 'utf8')) as Pact
}

export function operationOf(interaction: Interaction): string {
  return interaction.comments.references.OpenAPI.operationId
}

export function only(pact: Pact, operations: readonly string[]): Pact {
  return {
    ...pact,
    interactions: pact.interactions.filter((interaction) => operations.includes(operationOf(interaction))),
  }
}
