import type { Answers, CheckRule } from '../../form-model/definition.ts'
import { valuesAt } from '../../form-model/field-path.ts'
import { segmentsOf, withValueAt } from '../../form-model/pointer.ts'
import { isRealDate, tokyoDate } from '../../form-model/tokyo-date.ts'
import type { SourceForm } from '../source/load-source.ts'
import { branchesOf } from './branches.ts'
import type { Branch } from './branches.ts'
import type { FormRunner } from './form-runner.ts'
import { generateAnswers, replaceAnswer } from './generate-answers.ts'
import { mutateAnswers } from './mutate-answers.ts'
import type { Mutation } from './mutate-answers.ts'
import { answersErrors, checkedForm } from './samples.ts'
import type { Samples } from './samples.ts'

export type MadeSamples = {
  /** The new files by their path in the folder of the form. */
  files: { [file: string]: string }
  branches: number
  /** The branches that no valid sample takes, old or new. */
  untaken: string[]
}

/** Answers tried before the rest of the branches counts as out of reach. */
const maxSeeds = 100
/** The numbers of samples that the check asks for (`sample-missing`). */
const wantedCount = { valid: 2, invalid: 4 }

/**
 * Writes samples that are missing: valid ones until together they take every branch, as few as possible, and one
 * invalid sample for each kind of error that the form can find. Samples that exist stay as they are.
 */
export function makeSamples(form: SourceForm, runner: FormRunner, samples: Samples, now: number): MadeSamples {
  const branches = branchesOf(form, runner)
  const taken = (answers: Answers) => new Set(branches.filter(({ isTaken }) => isTaken(answers)))
  const isValid = (answers: Answers) => answersErrors(form, runner, answers, now).length === 0
  const own = samples.valid.map(({ answers }) => answers).filter(isValid)
  const left = without(branches, unionOf(own.map(taken)))
  const chosen = fewest(generated(form, runner, now, left, taken), left, wantedCount.valid - own.length)
  const freeName = namesBeside([...samples.valid, ...samples.invalid].map(({ name }) => name))
  const made = chosen.map(({ answers }) => ({ name: freeName('made'), answers }))
  const valid = [...samples.valid.filter(({ answers }) => isValid(answers)), ...made]
  const isRefused = ({ answers, pointer, keyword }: Mutation) =>
    answersErrors(form, runner, answers, now).some((error) => error.pointer === pointer && error.keyword === keyword)
  const known = new Set(samples.invalid.map(({ expect }) => expect.keyword))
  const invalid = valid.flatMap(({ name: from, answers }) =>
    mutateAnswers(form.steps, answers).flatMap((mutation) => {
      const { keyword } = mutation
      // A wrong type cannot be entered on the page.
      if (known.has(keyword) || keyword === 'type' || !isRefused(mutation)) return []
      known.add(keyword)
      return [{ from, mutation: readable(mutation, isRefused) }]
    }),
  )
  const perKeyword = samples.invalid.length + invalid.length
  const more = valid
    .flatMap(({ name: from, answers }) => mutateAnswers(form.steps, answers).map((mutation) => ({ from, mutation })))
    .filter(
      ({ mutation: { pointer, keyword } }) =>
        ![...samples.invalid.map(({ expect }) => expect), ...invalid.map(({ mutation }) => mutation)].some(
          (other) => other.pointer === pointer && other.keyword === keyword,
        ),
    )
    .filter(({ mutation }) => isRefused(mutation))
    .slice(0, Math.max(0, wantedCount.invalid - perKeyword))
  const covered = unionOf(valid.map(({ answers }) => taken(answers)))
  return {
    files: {
      ...Object.fromEntries(
        made.map(({ name, answers }) => [`valid/${name}.json`, fileOf(withRelativeDates(form, answers, now))]),
      ),
      ...Object.fromEntries(
        [...invalid, ...more].map(({ from, mutation }) => [
          `invalid/${freeName(nameOf(mutation))}.json`,
          fileOf(invalidSample(from, mutation)),
        ]),
      ),
    },
    branches: branches.length,
    untaken: branches.filter((branch) => !covered.has(branch)).map(({ name }) => name),
  }
}

type Candidate = { answers: Answers; taken: ReadonlySet<Branch> }

/** Answers that the form accepts, until all wanted branches are among them. */
function generated(
  form: SourceForm,
  runner: FormRunner,
  now: number,
  wanted: readonly Branch[],
  taken: (answers: Answers) => Set<Branch>,
): Candidate[] {
  const candidates: Candidate[] = []
  let missing = wanted
  // The first seeds differ in how many questions they answer.
  for (let seed = 0; seed < maxSeeds && (missing.length > 0 || seed < 5); seed++) {
    const answers = generateAnswers(checkedForm(form), runner, seed, now)
    if (answers === null) continue
    const candidate = { answers, taken: taken(answers) }
    candidates.push(candidate)
    missing = without(missing, candidate.taken)
  }
  return candidates
}

/** A smallest set of candidates that covers every wanted branch that any candidate takes (at least `count`). */
function fewest(candidates: readonly Candidate[], wanted: readonly Branch[], count: number): Candidate[] {
  let chosen: Candidate[] = []
  let missing = wanted
  for (;;) {
    const gain = ({ taken }: Candidate) => missing.filter((branch) => taken.has(branch)).length
    const best = candidates.reduce<Candidate | null>(
      (one, other) => (gain(other) > (one ? gain(one) : 0) ? other : one),
      null,
    )
    if (!best) break
    chosen.push(best)
    missing = without(missing, best.taken)
  }
  // The first choices may be unnecessary with the later ones.
  for (const candidate of chosen) {
    const others = chosen.filter((other) => other !== candidate)
    const needed = without(wanted, unionOf(others.map(({ taken }) => taken)))
    if (!needed.some((branch) => candidate.taken.has(branch))) chosen = others
  }
  const more = candidates.filter((candidate) => !chosen.includes(candidate))
  return [...chosen, ...more.slice(0, Math.max(0, count - chosen.length))]
}

function unionOf(sets: readonly ReadonlySet<Branch>[]): Set<Branch> {
  return new Set(sets.flatMap((set) => [...set]))
}

function without(branches: readonly Branch[], taken: ReadonlySet<Branch>): readonly Branch[] {
  return branches.filter((branch) => !taken.has(branch))
}

/** A person can read `unknown`; the mutation itself has a character that no pattern allows. */
function readable(mutation: Mutation, isRefused: (mutation: Mutation) => boolean): Mutation {
  if (mutation.set !== '\u0000') return mutation
  const attempts = ['unknown', '?'].map((set) => ({
    ...mutation,
    set,
    answers: replaceAnswer(mutation.answers, mutation.pointer, set),
  }))
  return attempts.find(isRefused) ?? mutation
}

function invalidSample(from: string, { pointer, keyword, set }: Mutation) {
  const change = set === undefined ? { remove: [pointer] } : { set: { [pointer]: set } }
  return { from, ...change, expect: { pointer, keyword } }
}

function nameOf({ pointer, keyword }: Mutation): string {
  const field = segmentsOf(pointer).findLast((segment) => !/^\d+$/.test(segment)) ?? ''
  return `${keyword}-${field}`.replaceAll(/[^\w-]/g, '_')
}

/** Names that are not in use: `made`, `made-2`. */
function namesBeside(used: readonly string[]): (wanted: string) => string {
  const taken = new Set(used)
  return (wanted) => {
    let name = wanted
    for (let number = 2; taken.has(name); number++) name = `${wanted}-${number}`
    taken.add(name)
    return name
  }
}

function fileOf(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

/** A date with a limit that moves with the current day moves too, so that the sample stays valid. */
function withRelativeDates(form: SourceForm, answers: Answers, now: number): unknown {
  const rules = checkedForm(form).checks.filter((rule) => rule.kind === 'date-range' && dependsOnToday(rule))
  const paths = rules.flatMap((rule) =>
    rule.kind === 'date-range'
      ? [rule.field, ...[rule.min, rule.max].flatMap((bound) => (typeof bound === 'object' ? [bound.answer] : []))]
      : [],
  )
  const workingDays = new Set(
    checkedForm(form).checks.flatMap(({ kind, field }) => (kind === 'working-day' ? [field] : [])),
  )
  const values = [...new Set(paths)].flatMap((path) =>
    valuesAt(answers, path).map((each) => ({ ...each, base: workingDays.has(path) ? 'workday' : 'today' })),
  )
  return values.reduce<unknown>((changed, { pointer, value, base }) => {
    if (typeof value !== 'string' || !isRealDate(value)) return changed
    const days = Math.round((Date.parse(value) - Date.parse(tokyoDate(now))) / (24 * 60 * 60 * 1000))
    return withValueAt(changed, pointer, `{{${base}${days < 0 ? '' : '+'}${days}}}`)
  }, answers)
}

function dependsOnToday(rule: CheckRule): boolean {
  return (
    rule.kind === 'date-range' &&
    // A bound by another answer may have such a limit itself.
    [rule.min, rule.max].some((bound) => typeof bound === 'object' || bound?.startsWith('today') === true)
  )
}
