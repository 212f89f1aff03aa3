import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const pactFile = join(import.meta.dirname, '..', '..', 'pact', 'pacts', 'tenant-portal-user-web-api.json')

export type Interaction = {
  description: string
  providerStates: { name: string; params?: Record<string, unknown> }[]
  request: { method: string; path: string; query?: Record<string, string[]>; headers?: Record<string, string[]> }
  response: { status: number; headers?: Record<string, string[]> }
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
