import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { joinPointer, valueAt } from '../../form-model/pointer.ts'
import { arrayOf, recordOf } from '../../form-model/record.ts'
import { isComplete } from '../source/complete-languages.ts'
import { languages } from '../../src/lib/language.ts'
import type { Answers } from '../../form-model/definition.ts'
import type { ComparedForm } from '../differences/compare-forms.ts'
import type { Problem } from '../source/finding.ts'
import { createRunner } from '../samples/form-runner.ts'
import type { FormRunner } from '../samples/form-runner.ts'
import { loadBareSchema, loadSourceForm, relativeToHere } from '../source/load-source.ts'
import type { LoadOptions, SourceForm } from '../source/load-source.ts'
import { accessProblems } from '../rules/access-rules.ts'
import { allowedProblems } from '../rules/allow-rules.ts'
import { changeProblems } from '../rules/change-rules.ts'
import { conditionProblems } from '../rules/condition-rules.ts'
import { dataProblems } from '../rules/data-rules.ts'
import { fieldReferenceProblems } from '../rules/field-reference-rules.ts'
import { japaneseProblems } from '../rules/japanese-rules.ts'
import { limitProblems } from '../rules/limit-rules.ts'
import { severityOf, topicOf } from '../source/rule-list.ts'
import { schemaKeywordProblems } from '../rules/schema-keyword-rules.ts'
import { structureProblems } from '../rules/structure-rules.ts'
import { textProblems } from '../rules/text-rules.ts'
import { feeSampleProblems } from '../samples/fee-samples.ts'
import { generateAnswers } from '../samples/generate-answers.ts'
import { mutateAnswers } from '../samples/mutate-answers.ts'
import { checkedForm, loadSamples, runSamples } from '../samples/samples.ts'
import type { Samples } from '../samples/samples.ts'
import { isFormName, isTenantName } from '../source/form-name.ts'
import { feeSamplesFile, serviceFile } from '../source/find-sources.ts'
import { historyFile } from '../source/history-file.ts'
import { eventsIn, HistoryUnreadable } from '../source/history-events.ts'
import { conditionPlaces } from '../source/condition-places.ts'
import { parseJsonSource } from '../source/json-source.ts'
import { unreadableRules } from '../source/reading-problems.ts'
import { tenantFolderOf } from '../source/tenant-source.ts'
import { checkTenant } from './check-tenant.ts'
import { copiedTexts } from './copied-names.ts'
import { unusablePlace, verdictProblems } from './verdicts.ts'

export type CheckedForm = {
  form: SourceForm
  problems: Problem[]
  /** `null` if an error makes the form unusable. */
  usable: { runner: FormRunner; samples: Samples } | null
}

export type CheckOptions = LoadOptions & {
  /** Moment for relative dates in samples, in ms. */
  now?: number
  /** The version that is published now, for the rules about changes. */
  published?: (form: SourceForm) => ComparedForm | null
}

/**
 * Checks a folder with a form.json by every rule that needs no published version. Never throws, whatever the files
 * contain.
 */
export function checkForm(folder: string, options: CheckOptions = {}): CheckedForm {
  const { shown = relativeToHere, now = Date.now(), formText } = options
  const form = loadSourceForm(folder, { shown, formText })
  const problems = [
    ...form.problems,
    ...form.bundler.problems,
    ...folderProblems(form, shown),
    ...unlistedFee(form),
    ...historyProblems(form, shown),
    ...copiedTexts(form),
  ]
  problems.push(...structureProblems(form.source, 'definition'))
  for (const language of languages) {
    const texts = form.texts[language]
    if (!texts) continue
    const found = structureProblems(texts.source, 'texts')
    problems.push(...found.filter(({ rule }) => rule !== 'missing-key' || isComplete(language)))
  }
  problems.push(...schemaProblems(form))
  const published = options.published?.(form)
  if (published) problems.push(...changeProblems(form, published))
  const checked = finish(form, problems, now, (runner) => {
    const samples = loadSamples(form, shown, now)
    return {
      samples,
      problems: [
        ...samples.problems,
        ...sampleCounts(form, samples),
        ...runSamples(form, runner, samples, now),
        ...feeSampleProblems(form, samples, shown),
      ],
    }
  })
  return { ...checked, problems: [...checked.problems, ...tenantErrors(folder, shown)] }
}

/** An error of the tenant prevents the publication of its forms, which can be shown nevertheless. */
function tenantErrors(folder: string, shown: (file: string) => string): Problem[] {
  return tenantProblemsOf(folder, shown).filter(({ rule }) => severityOf(rule) === 'error')
}

/** What else is to be improved at the tenant of a form. */
export function tenantWarnings(folder: string, shown: (file: string) => string): Problem[] {
  return tenantProblemsOf(folder, shown).filter(({ rule }) => severityOf(rule) !== 'error')
}

function tenantProblemsOf(folder: string, shown: (file: string) => string): Problem[] {
  return checkTenant(tenantFolderOf(folder), shown)?.problems ?? []
}

/** Checks a JSON Schema file that is not a whole form, by the rules that need no texts, layout and samples. */
export function checkBareSchema(file: string, options: CheckOptions = {}): CheckedForm {
  const form = loadBareSchema(file, options)
  const problems = [...form.problems, ...form.bundler.problems, ...schemaKeywordProblems(form.source, form.value, '')]
  for (const source of form.bundler.sources().slice(1))
    problems.push(...schemaKeywordProblems(source, source.value, ''))
  return finish(form, problems, options.now ?? Date.now(), () => ({
    samples: { valid: [], invalid: [], problems: [] },
    problems: [],
  }))
}

/** The rules about meaning, then those that need answers. */
function finish(
  form: SourceForm,
  found: Problem[],
  now: number,
  whenUsable: (runner: FormRunner) => { samples: Samples; problems: Problem[] },
): CheckedForm {
  const problems = [...found]
  problems.push(...limitProblems(form), ...dataProblems(form), ...conditionProblems(form), ...japaneseProblems(form))
  if (form.kind === 'form')
    problems.push(...fieldReferenceProblems(form), ...accessProblems(form), ...textProblems(form))
  let usable: CheckedForm['usable'] = null
  if (allowedProblems(form, problems).every(({ rule }) => !breaksForm(rule))) {
    const unusable = unusablePlace(form)
    if (unusable) problems.push({ rule: 'invalid-schema', ...unusable })
    else {
      const runner = createRunner(form)
      const { samples, problems: sampleProblems } = whenUsable(runner)
      problems.push(...sampleProblems, ...verdictProblems(form, comparedAnswers(form, runner, samples, now)))
      usable = { runner, samples }
    }
  }
  return { form, problems: inOneFinding(withoutConsequences(form, allowedProblems(form, problems))), usable }
}

/** How many texts in another language are named one by one. */
const fewTexts = 3

/** A form that was imported has all its texts in another language, among which other findings could not be found. */
function inOneFinding(problems: Problem[]): Problem[] {
  const isText = ({ rule }: Problem) => rule === 'text-language'
  const byFile = new Map<Problem['source'], Problem[]>()
  for (const problem of problems.filter(isText))
    byFile.set(problem.source, [...(byFile.get(problem.source) ?? []), problem])
  return problems.flatMap((problem) => {
    const [first, ...others] = (isText(problem) ? byFile.get(problem.source) : undefined) ?? []
    if (first === undefined || others.length < fewTexts) return [problem]
    return problem === first ? [{ ...first, params: { ...first.params, more: others.length } }] : []
  })
}

const comparedSeeds = 3

/** The samples, and generated answers with those that have one deliberate error. `forms test` compares more. */
function comparedAnswers(form: SourceForm, runner: FormRunner, samples: Samples, now: number): Answers[] {
  const seeds = Array.from({ length: comparedSeeds }, (_, seed) => seed)
  const made = seeds
    .map((seed) => generateAnswers(checkedForm(form), runner, seed, now))
    .filter((answers) => answers !== null)
  const wrong = made.slice(0, 1).flatMap((answers) => mutateAnswers(form.steps, answers))
  return [...made, ...[...samples.valid, ...samples.invalid, ...wrong].map(({ answers }) => answers)]
}

/**
 * Reports only the syntax of a file that is not valid JSON: other findings would follow from the missing part. A sample
 * with answers of a step that never appears is refused for it.
 */
function withoutConsequences(form: SourceForm, problems: Problem[]): Problem[] {
  const broken = new Set(problems.filter(({ rule }) => unreadableRules.has(rule)).map(({ source }) => source))
  const hiding = problems.filter(({ rule }) => rule === 'unreachable-step' || rule === 'late-condition')
  const hidden = new Set(hiding.map(({ params }) => joinPointer('', String(params?.id))))
  return problems.filter(
    ({ rule, source, pointer }) =>
      (topicOf(rule) === 'file' || !(broken.has(source) || broken.has(form.source))) &&
      !(rule === 'sample-refused' && hidden.has(pointer)),
  )
}

/** Errors that still allow the form to be shown and tested. */
const harmless = new Set(['access', 'language', 'japanese', 'samples'])
const harmlessRules = new Set([
  'no-max-length',
  'consent-not-required',
  'file-missing',
  'folder-name',
  'history-unreadable',
  'allow-unused',
  'slow-pattern',
  'table-rows',
  'picture-kind',
  // A question or a step that never appears harms no other one.
  'unreachable-branch',
  'unreachable-step',
  'late-condition',
  // The fee is computed apart from the questions, and is unknown where it cannot be.
  'fee-question-gone',
  'fee-list',
  'fee-amount-missing',
  'fee-not-choice',
  'fee-not-whole',
  'fee-amount',
  'fee-rounding',
  'fee-limits',
  'fee-entries',
  'fee-total',
  'fee-rounded-away',
  'fee-exempt-open',
  'fee-exempt-all',
  'fee-optional',
  'fee-none',
  'fee-not-asked',
  'fee-zero',
  'fee-in-list',
])

/** Whether a form with such a finding cannot be shown and tested as it is. */
export function breaksForm(rule: Problem['rule']): boolean {
  return severityOf(rule) === 'error' && !harmless.has(topicOf(rule)) && !harmlessRules.has(rule)
}

/** Keywords of the form's own schemas and of every file they refer to. */
function schemaProblems(form: SourceForm): Problem[] {
  const problems: Problem[] = []
  const { source: own, value } = form
  const steps = arrayOf(value.steps).map((_, index) => `/steps/${index}/schema`)
  for (const pointer of [...steps, ...conditionPlaces(value)])
    problems.push(...schemaKeywordProblems(own, valueAt(value, pointer), pointer))
  const amounts = new Set([...form.feeLists.values()].map(({ source }) => source))
  for (const source of form.bundler
    .sources()
    .slice(1)
    .filter((one) => !amounts.has(one)))
    problems.push(...schemaKeywordProblems(source, source.value, ''))
  return problems
}

/** A fee of a service that the list of procedures calls free: residents are shown no amount, and cannot send the form. */
function unlistedFee({ folder, value, source }: SourceForm): Problem[] {
  const file = path.join(folder, '..', serviceFile)
  if (value.fee === undefined || !existsSync(file)) return []
  const service = parseJsonSource(file, readFileSync(file, 'utf8')).value
  const isFree = recordOf(recordOf(service).fee).kind === 'NONE'
  return isFree ? [{ rule: 'fee-in-list', source, pointer: '/fee' }] : []
}

const knownFiles = new Set([
  'form.json',
  ...languages.map((language) => `texts.${language}.json`),
  'valid',
  'invalid',
  historyFile,
  feeSamplesFile,
])

function folderProblems(form: SourceForm, shown: (file: string) => string): Problem[] {
  const problems: Problem[] = []
  const { source, folder } = form
  for (const language of form.requiredLanguages) {
    const name = `texts.${language}.json`
    if (!existsSync(path.join(folder, name)))
      problems.push({ rule: 'file-missing', source, pointer: '', params: { name } })
  }
  const names = [form.tenantId, form.serviceId, form.type]
  for (const [level, name] of names.entries()) {
    const isValid = level === 0 ? isTenantName(name) : isFormName(name)
    if (!isValid) problems.push({ rule: 'folder-name', source, pointer: '', params: { name } })
  }
  for (const name of readdirSync(folder)) {
    if (!knownFiles.has(name))
      problems.push({ rule: 'unknown-file', source, pointer: '', params: { name: shown(path.join(folder, name)) } })
  }
  return problems
}

function historyProblems({ folder }: SourceForm, shown: (file: string) => string): Problem[] {
  const file = path.join(folder, historyFile)
  if (!existsSync(file)) return []
  const text = readFileSync(file, 'utf8')
  try {
    eventsIn(text)
    return []
  } catch (cause) {
    if (!(cause instanceof HistoryUnreadable)) throw cause
    const { line } = cause
    const source = parseJsonSource(shown(file), text)
    return [{ rule: 'history-unreadable', source, pointer: '', position: { line, column: 1 }, params: { line } }]
  }
}

function sampleCounts(form: SourceForm, samples: Samples): Problem[] {
  const wanted = { valid: 2, invalid: 4 } as const
  return (['valid', 'invalid'] as const).flatMap((kind): Problem[] => {
    const count = samples[kind].length
    return count < wanted[kind]
      ? [{ rule: 'sample-missing', source: form.source, pointer: '', params: { kind, count, wanted: wanted[kind] } }]
      : []
  })
}
