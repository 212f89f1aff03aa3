import type { ApiDocument } from '../openapi/document.ts'
import { operationsOf } from '../openapi/document.ts'
import { operationOf } from './pact-file.ts'
import type { Pact } from './pact-file.ts'

/** The parts of the contract that no interaction pins, by name, each with the reason. */
export type Waivers = {
  /** Status → reason, for every operation that responds with it. */
  anyOperation: Record<string, string>
  /** `operation status` → reason. */
  answers: Record<string, string>
  /** `operation parameter` → reason. */
  query: Record<string, string>
  /** Error code → reason. */
  codes: Record<string, string>
}

export type Coverage = {
  operations: { pinned: number; total: number }
  answers: { pinned: number; waived: number; total: number }
  findings: string[]
}

/**
 * @param passedTests number of the consumer's tests; pact merges equal interactions without a warning, so the numbers
 * must agree
 */
export function coverageOf(
  document: ApiDocument,
  { interactions }: Pact,
  waivers: Waivers,
  passedTests: number,
): Coverage {
  const operations = operationsOf(document)
  const pinned = new Set(
    interactions.map((interaction) => `${operationOf(interaction)} ${interaction.response.status}`),
  )
  const sent = new Set(
    interactions.flatMap((interaction) =>
      Object.keys(interaction.request.query ?? {}).map((name) => `${operationOf(interaction)} ${name}`),
    ),
  )
  const codes = new Set(interactions.flatMap(({ response }) => codesIn(response)))
  const used = new Set<string>()
  const findings: string[] = []
  const count = { pinned: 0, waived: 0, total: 0 }

  const waivedBy = (list: keyof Waivers, entry: string): boolean => {
    if (!(entry in waivers[list])) return false
    used.add(`${list} ${entry}`)
    return true
  }

  for (const { operationId, responses, parameters } of operations) {
    for (const status of responses.keys()) {
      const answer = `${operationId} ${status}`
      count.total += 1
      if (pinned.has(answer)) count.pinned += 1
      else if (waivedBy('answers', answer) || waivedBy('anyOperation', String(status))) count.waived += 1
      else findings.push(`${answer}: no interaction pins this response`)
    }
    for (const { name } of parameters.filter((parameter) => parameter.in === 'query')) {
      const parameter = `${operationId} ${name}`
      if (!sent.has(parameter) && !waivedBy('query', parameter)) findings.push(`${parameter}: no interaction sends it`)
    }
  }
  for (const answer of pinned) {
    const [operationId = '', status = ''] = answer.split(' ')
    const operation = operations.find((candidate) => candidate.operationId === operationId)
    if (!operation?.responses.has(Number(status))) findings.push(`${answer}: the document has no such response`)
  }
  for (const code of errorCodesOf(document)) {
    if (!codes.has(code) && !waivedBy('codes', code)) findings.push(`${code}: no interaction returns this code`)
  }
  for (const [list, entries] of Object.entries(waivers)) {
    for (const entry of Object.keys(entries)) {
      if (!used.has(`${list} ${entry}`)) findings.push(`the waiver ${list} "${entry}" is stale`)
    }
  }
  if (passedTests !== interactions.length) {
    findings.push(`${passedTests} consumer tests passed but the pact contains ${interactions.length} interactions`)
  }
  const covered = operations.filter(({ operationId }) => interactions.some((one) => operationOf(one) === operationId))
  return { operations: { pinned: covered.length, total: operations.length }, answers: count, findings }
}

function errorCodesOf(document: ApiDocument): string[] {
  const schema = document.components.schemas.ErrorCode
  return schema !== undefined && 'enum' in schema && Array.isArray(schema.enum) ? schema.enum.map(String) : []
}

function codesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]) =>
    key === 'code' && typeof member === 'string' ? [member] : codesIn(member),
  )
}
