import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { answerErrors } from '../../form-model/answer-errors.ts'
import { withoutEmpty } from '../../form-model/answers.ts'
import { conditionHolds } from '../../form-model/conditions.ts'
import type { Answers, Definition } from '../../form-model/definition.ts'
import { evaluateFee } from '../../form-model/fee.ts'
import { isRecord } from '../../form-model/record.ts'
import { versionProblem } from '../build/verify-version.ts'
import { loadSamples } from '../samples/samples.ts'
import { loadSourceForm, relativeToHere } from '../source/load-source.ts'

/** What a server is told about answers. */
export type Verdict = {
  valid: boolean
  /** By JSON Pointer into the answers and keyword. */
  errors: { pointer: string; code: string }[]
  /** Only of valid answers to a form with a fee, in yen. */
  fee?: { total: number; tax: number; lines: { text: string; unitAmount: number; factors: number[]; amount: number }[] }
  /** Only of valid answers to a form whose residents may collect what it issues. */
  delivered?: boolean
}

/** The definition of a published version, or `null` if the folder is none or its files were changed. */
export function loadVersion(folder: string): Definition | null {
  const name = path.relative(path.resolve(folder, '../../../..'), path.dirname(path.resolve(folder)))
  const root = path.resolve(folder, '../../../..')
  if (!existsSync(path.join(folder, 'definition.json'))) return null
  if (versionProblem(root, name, path.basename(path.resolve(folder))) !== null) return null
  return JSON.parse(readFileSync(path.join(folder, 'definition.json'), 'utf8')) as Definition
}

/** The verdict about what a request has as its answers, whatever that is. */
export function judgeAnswers(definition: Definition, sent: unknown, now: number): Verdict {
  // Texts without anything to see are no answers.
  const answers = withoutEmpty(sent) as Answers
  const refused = (errors: readonly { pointer: string; keyword: string }[]): Verdict => ({
    valid: false,
    errors: errors.map(({ pointer, keyword }) => ({ pointer, code: keyword })),
  })
  if (!isRecord(answers)) return refused([{ pointer: '', keyword: 'type' }])
  const errors = answerErrors(definition, answers, now)
  if (errors.length > 0) return refused(errors)
  const holds = (key: string) => conditionHolds(definition, key, answers)
  const fee = definition.fee === undefined ? null : evaluateFee(definition, answers, holds)
  if (fee !== null && 'uncounted' in fee) return refused(fee.uncounted.map((pointer) => ({ pointer, keyword: 'fee' })))
  return {
    valid: true,
    errors: [],
    ...(fee === null
      ? {}
      : {
          fee: {
            total: fee.total,
            tax: fee.tax,
            lines: fee.lines.map(({ text, unitAmount, factors, amount }) => ({
              text,
              unitAmount,
              factors: factors.map(({ number }) => number),
              amount,
            })),
          },
        }),
    ...(definition.delivery === undefined ? {} : { delivered: holds('delivery') }),
  }
}

/** A test for a validator in another language: its verdict must be the same at this moment. */
export type Vector = { name: string; now: string; answers: Answers; verdict: Verdict }

/** The samples in the source of a form, with the verdict of one of its versions. */
export function testVectors(definition: Definition, source: string, now: number): Vector[] {
  const { valid, invalid } = loadSamples(loadSourceForm(source, { shown: relativeToHere }), relativeToHere, now)
  const named = [
    ...valid.map(({ name, answers }) => ({ name: `valid/${name}`, answers })),
    ...invalid.map(({ name, answers }) => ({ name: `invalid/${name}`, answers })),
  ]
  return named.map((one) => ({
    ...one,
    now: new Date(now).toISOString(),
    verdict: judgeAnswers(definition, one.answers, now),
  }))
}
