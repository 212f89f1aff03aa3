import type { Conformance } from '../openapi/conformance.ts'
import type { Check } from '../report/check.ts'
import { answerRules } from './answer-rules.ts'
import type { AnswerRule } from './answer-rules.ts'
import { draftRules } from './draft-rules.ts'
import { fileRules } from './file-rules.ts'
import { listRules } from './list-rules.ts'
import { rulesOfOperations } from './operation-rules.ts'
import { paymentRules } from './payment-rules.ts'
import { Broken, NotVerified, Play, StateNotSet } from './play.ts'
import type { Answer } from './answer.ts'
import type { Provider } from './play.ts'
import type { Rule } from './rule.ts'
import { sameThingRules } from './same-thing-rules.ts'
import { submissionRules } from './submission-rules.ts'

export function allRules({ operations, interactions }: Pick<Provider, 'operations' | 'interactions'>): Rule[] {
  return [
    ...submissionRules,
    ...paymentRules,
    ...draftRules,
    ...listRules,
    ...fileRules,
    ...sameThingRules,
    ...rulesOfOperations([...operations.values()], interactions),
  ]
}

/** The reasons of a rule, each with the first value that was received. */
type Violations = Map<AnswerRule, { reasons: Map<string, string>; answer: Answer | null }>

/** Runs the rules one after the other, then judges all answers that they got. */
export async function runRules(rules: readonly Rule[], provider: Provider, conformance: Conformance): Promise<Check[]> {
  const ofAnswers = answerRules(conformance)
  const answered = new Map<string, Violations>()
  const onAnswer = (answer: Answer) => {
    const violations: Violations =
      answered.get(answer.operation) ?? new Map(ofAnswers.map((rule) => [rule, { reasons: new Map(), answer: null }]))
    answered.set(answer.operation, violations)
    for (const [rule, found] of violations)
      for (const { reason, seen } of rule.findings(answer)) {
        if (!found.reasons.has(reason)) found.reasons.set(reason, seen === undefined ? reason : `${reason}: ${seen}`)
        found.answer ??= answer
      }
  }
  const checks: Check[] = []
  for (const rule of rules) checks.push(await checkOf(rule, new Play(provider, onAnswer)))
  for (const [operation, violations] of answered)
    for (const [{ name, harm }, { reasons, answer }] of violations)
      checks.push({
        kind: 'rule',
        operation,
        name,
        harm,
        result: reasons.size === 0 ? 'passed' : 'failed',
        reasons: [...reasons.values()].slice(0, maxReasons),
        ...(answer === null ? {} : { exchange: answer.exchange }),
      })
  return checks
}

const maxReasons = 5

async function checkOf({ name, harm, operations, steps }: Rule, play: Play): Promise<Check> {
  const check = { kind: 'rule', operation: operations[0], name, harm } as const
  try {
    await steps(play)
    await play.revert()
    return { ...check, result: 'passed', reasons: [] }
  } catch (error) {
    await play.revert().catch(() => undefined)
    if (error instanceof NotVerified) return { ...check, result: 'not verified', reasons: [error.message] }
    if (error instanceof Broken)
      return { ...check, result: 'failed', reasons: [error.message], exchange: error.exchange }
    if (error instanceof StateNotSet) return { ...check, result: 'failed', reasons: [error.message], isUnset: true }
    throw error
  }
}
