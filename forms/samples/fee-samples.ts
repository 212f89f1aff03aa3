import { existsSync } from 'node:fs'
import path from 'node:path'
import { conditionHolds } from '../../form-model/conditions.ts'
import type { Answers } from '../../form-model/definition.ts'
import { evaluateFee, isWhole } from '../../form-model/fee.ts'
import { joinPointer } from '../../form-model/pointer.ts'
import { isRecord } from '../../form-model/record.ts'
import type { Problem } from '../source/finding.ts'
import { feeSamplesFile } from '../source/find-sources.ts'
import { readSource } from '../source/load-source.ts'
import type { SourceForm } from '../source/load-source.ts'
import { formRules } from './form-runner.ts'
import type { Samples } from './samples.ts'

/** What answers cost in yen; `null` if the form has no amount for them. */
export function feeOfAnswers(form: SourceForm, answers: Answers): number | null {
  const rules = formRules(form)
  const fee = evaluateFee(rules, answers, (key) => conditionHolds(rules, key, answers))
  return 'uncounted' in fee ? null : fee.total
}

/** Valid samples that cost something else than the author says in `fee-samples.json`, and those that do not exist. */
export function feeSampleProblems(form: SourceForm, samples: Samples, shown: (file: string) => string): Problem[] {
  const file = path.join(form.folder, feeSamplesFile)
  if (!existsSync(file)) return []
  const problems: Problem[] = []
  const source = readSource(file, path.resolve(form.folder, '../../..'), shown, problems)
  const isBroken = problems.length > 0
  if (!isRecord(source.value))
    return isBroken ? problems : [{ rule: 'wrong-value', source, pointer: '', params: { expected: 'object' } }]
  for (const [sample, total] of Object.entries(source.value)) {
    const pointer = joinPointer('', sample)
    const found = samples.valid.find(({ name }) => name === sample)
    if (!found) problems.push({ rule: 'fee-sample-gone', source, pointer, part: 'key', params: { sample } })
    else if (!isWhole(total))
      problems.push({ rule: 'wrong-value', source, pointer, params: { expected: 'expected-minimum', limit: 0 } })
    else {
      const fee = feeOfAnswers(form, found.answers)
      if (fee !== total)
        problems.push({ rule: 'fee-sample', source, pointer, params: { sample, expected: total, found: fee ?? '–' } })
    }
  }
  return problems
}
