/** What `npm run pact:verify` has in common with the script of the starter kit, which verifies the rules only. */
import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { numberOf, refuse } from '../../scripts/options.ts'
import { prepareFile } from '../../scripts/output-place.ts'
import { createConformance } from '../openapi/conformance.ts'
import { operationsOf } from '../openapi/document.ts'
import type { ApiDocument } from '../openapi/document.ts'
import type { Pact } from '../pact/pact-file.ts'
import { reasonForNoAnswer } from '../pact/reachable.ts'
import type { Target } from '../pact/verification.ts'
import type { Check } from '../report/check.ts'
import { jsonReport, junitReport } from '../report/files.ts'
import { noStates, textReport } from '../report/text.ts'
import { allRules, runRules } from './run.ts'
import { readStageHosts } from './stage-hosts.ts'
import { factsBy } from './things.ts'

const text = { type: 'string' } as const

export const verifyOptions = {
  url: text,
  'states-url': text,
  token: text,
  config: text,
  only: text,
  wait: text,
  junit: text,
  json: text,
  'allow-unverified': { type: 'boolean', default: false },
} as const

/** @param only what `--only` names, in addition to operations */
export function verifyUsage(only = ''): string {
  return `  --url URL             the provider
  --states-url URL      where its states are set
  --token TOKEN         the ID token of a signed-in user, if the states return none
  --config FILE-OR-URL  the portal's config.json, whose hosts the payment page and links to files must have
  --only NAME,…         these operations${only}
  --wait SECONDS        for a server that is still starting
  --junit FILE          also as JUnit's XML
  --json FILE           also as JSON
  --allow-unverified    passes although some rules could not run`
}

type Files = { junit?: string | undefined; json?: string | undefined }

/** Of each list the names that `--only` has, or all if it has none of them. */
export function chosenOf(only: string | undefined, lists: readonly string[][]): string[][] {
  const chosen = only?.split(',') ?? []
  const known = lists.flat()
  const unknown = chosen.filter((name) => !known.includes(name))
  if (unknown.length > 0) refuse(`Unknown: ${unknown.join(', ')}. --only knows ${known.join(', ')}.`)
  return lists.map((all) => {
    const some = all.filter((name) => chosen.includes(name))
    return some.length > 0 ? some : all
  })
}

/** Ends the program if the files of the report cannot be written, or if no server answers. */
export async function requireTarget({ url, statesUrl }: Target, values: Files & { wait?: string | undefined }) {
  prepareFile('--junit', values.junit)
  prepareFile('--json', values.json)
  const deadline = Date.now() + (values.wait === undefined ? 0 : numberOf('--wait', values.wait) * 1000)
  for (const address of [url, statesUrl]) {
    let reason = await reasonForNoAnswer(address)
    while (reason !== null && Date.now() < deadline) {
      await sleep(500)
      reason = await reasonForNoAnswer(address)
    }
    if (reason !== null) {
      console.error(`Nothing answers at ${address}: ${reason}.`)
      process.exit(2)
    }
  }
}

/** The checks of the rules that send only these operations, and how many rules send others, too. */
export async function ruleChecks(
  target: Target,
  { document, pact, chosen, config }: { document: ApiDocument; pact: Pact; chosen: string[]; config: string | null },
): Promise<{ checks: Check[]; leftOut: number }> {
  const provider = {
    target,
    hosts: config === null ? null : await readStageHosts(config),
    operations: new Map(operationsOf(document).map((operation) => [operation.operationId, operation])),
    interactions: pact.interactions,
    factsOf: factsBy(document),
  }
  const mine = allRules(provider).filter((rule) => rule.operations.some((name) => chosen.includes(name)))
  const rules = mine.filter((rule) => rule.operations.every((name) => chosen.includes(name)))
  const checks = await runRules(rules, provider, createConformance(document))
  return { checks, leftOut: mine.length - rules.length }
}

/** Prints and writes the report; the exit code is 1 if a check has failed or was not verified. */
export function report(
  { checks, leftOut }: { checks: readonly Check[]; leftOut: number },
  names: readonly string[],
  { url, statesUrl }: Target,
  values: Files & { 'allow-unverified': boolean },
): void {
  console.log(noStates(checks, statesUrl) ?? textReport(checks, names, url))
  if (leftOut > 0) console.log(`Rules left out, which also need operations that are not in --only: ${leftOut}`)
  if (values.junit !== undefined) writeFileSync(values.junit, junitReport(checks))
  if (values.json !== undefined) writeFileSync(values.json, jsonReport(checks, url))
  const isBad = ({ result }: Check) => result === 'failed' || (result !== 'passed' && !values['allow-unverified'])
  if (checks.some(isBad)) process.exitCode = 1
}
