import path from 'node:path'
import { checkAnswers } from '../../form-model/checks.ts'
import { isAnswers, withTexts } from '../../form-model/answers.ts'
import type { AnswerError, Answers, CheckRule } from '../../form-model/definition.ts'
import { resolveSampleDate, sampleDate } from '../../form-model/sample-date.ts'
import { arrayOf, isRecord, recordOf } from '../../form-model/record.ts'
import { toAnswerErrors } from './answer-errors.ts'
import type { Problem } from '../source/finding.ts'
import type { FormRunner } from './form-runner.ts'
import { replaceAnswer } from './generate-answers.ts'
import type { JsonSource } from '../source/json-source.ts'
import { readSource, sampleFiles } from '../source/load-source.ts'
import type { SourceForm } from '../source/load-source.ts'

export type ValidSample = { name: string; source: JsonSource; answers: Answers }
export type InvalidSample = ValidSample & { expect: { pointer: string; keyword: string } }

export type Samples = { valid: ValidSample[]; invalid: InvalidSample[]; problems: Problem[] }

/** The part of the form that the computed checks need. */
export function checkedForm(form: SourceForm) {
  return {
    steps: form.steps.map(({ id, schema }) => ({ id, schema })),
    checks: Array.isArray(form.value.checks) ? (form.value.checks as CheckRule[]) : [],
  }
}

/**
 * Reads `valid/*.json` (answers) and `invalid/*.json` (`from` a valid sample with `set` and `remove` by JSON Pointer,
 * or `answers`; `expect` names the pointer and keyword of its error). A text `{{today+5}}` becomes that date, and
 * `{{workday+5}}` or `{{dayoff+5}}` the first working or other day from then on, so that samples do not become outdated.
 */
export function loadSamples(form: SourceForm, shown: (file: string) => string, now: number): Samples {
  const problems: Problem[] = []
  const read = (file: string): { name: string; source: JsonSource; value: unknown } => {
    const source = readSource(file, path.resolve(form.folder, '../../..'), shown, problems)
    return { name: path.basename(file, '.json'), source, value: withDates(source.value, now) }
  }
  const valid = sampleFiles(form.folder, 'valid').flatMap((file): ValidSample[] => {
    const { name, source, value } = read(file)
    if (isAnswers(value)) return [{ name, source, answers: value }]
    if (source.syntaxErrors.length === 0)
      problems.push({ rule: 'wrong-value', source, pointer: '', params: { expected: 'object' } })
    return []
  })
  const invalid = sampleFiles(form.folder, 'invalid').flatMap((file): InvalidSample[] => {
    const { name, source, value } = read(file)
    if (!isRecord(value)) return []
    const { from, set, remove, answers, expect } = value
    if (!isRecord(expect) || typeof expect.pointer !== 'string' || typeof expect.keyword !== 'string') {
      problems.push({ rule: 'missing-key', source, pointer: '/expect', params: { key: 'expect {pointer, keyword}' } })
      return []
    }
    const base = from === undefined ? answers : valid.find((sample) => sample.name === from)?.answers
    if (!isAnswers(base)) {
      problems.push({
        rule: 'wrong-value',
        source,
        pointer: from === undefined ? '' : '/from',
        params: { expected: 'valid/*.json' },
      })
      return []
    }
    let changed: Answers = base
    for (const [pointer, changedValue] of Object.entries(recordOf(set)))
      changed = replaceAnswer(changed, pointer, changedValue)
    for (const pointer of arrayOf(remove)) changed = replaceAnswer(changed, String(pointer), undefined)
    return [{ name, source, answers: changed, expect: { pointer: expect.pointer, keyword: expect.keyword } }]
  })
  return { valid, invalid, problems }
}

function withDates(value: unknown, now: number): unknown {
  return withTexts(value, (text) => {
    const relative = sampleDate.exec(text)
    return relative?.[0] === text ? (resolveSampleDate(relative[1] ?? '', now) ?? text) : text
  })
}

/** Errors of answers, by schema and computed checks. */
export function answersErrors(form: SourceForm, runner: FormRunner, answers: Answers, now: number): AnswerError[] {
  return [...toAnswerErrors(runner.whole(answers)), ...checkAnswers(checkedForm(form), answers, now)]
}

/** Samples with another outcome than their folder requires. */
export function runSamples(form: SourceForm, runner: FormRunner, samples: Samples, now: number): Problem[] {
  const refused = samples.valid.flatMap(({ source, answers }): Problem[] => {
    const [error] = answersErrors(form, runner, answers, now)
    return error
      ? [
          {
            rule: 'sample-refused',
            source,
            pointer: error.pointer,
            params: { pointer: error.pointer, keyword: error.keyword },
          },
        ]
      : []
  })
  const accepted = samples.invalid.flatMap(({ source, answers, expect }): Problem[] => {
    const errors = answersErrors(form, runner, answers, now)
    if (errors.some(({ pointer, keyword }) => pointer === expect.pointer && keyword === expect.keyword)) return []
    const found = errors.map(({ pointer, keyword }) => `${pointer} ${keyword}`).join(', ')
    return [
      {
        rule: 'sample-accepted',
        source,
        pointer: '/expect',
        params: { pointer: expect.pointer, keyword: expect.keyword, found: found === '' ? '–' : found },
      },
    ]
  })
  return [...refused, ...accepted]
}
