import { isInside } from '../../form-model/pointer.ts'
import type { CheckedForm } from './check-form.ts'
import type { Place } from '../source/bundle.ts'
import type { Problem } from '../source/finding.ts'
import type { SourceForm } from '../source/load-source.ts'
import { withoutAllowed } from '../rules/allow-rules.ts'
import { branchesOf } from '../samples/branches.ts'
import type { Branch } from '../samples/branches.ts'
import { generateAnswers } from '../samples/generate-answers.ts'
import { mutateAnswers } from '../samples/mutate-answers.ts'
import { answersErrors, checkedForm } from '../samples/samples.ts'
import { verdictProblems } from './verdicts.ts'

type TestedBranch = {
  name: string
  place: Place
  bySamples: boolean
  byGenerated: boolean
}

export type FormTest = {
  samples: { valid: number; invalid: number }
  /** Generated answers, and how many of them the form accepts. */
  generated: { tried: number; accepted: number }
  /**
   * Valid answers with one deliberate error: how many are refused at the changed field, and the changed places of the
   * rest.
   */
  wrong: { tried: number; refused: number; accepted: { pointer: string; keyword: string }[] }
  branches: TestedBranch[]
  problems: Problem[]
}

const seeds = 25

/** Tests a usable form with its samples, with generated answers and with deliberately wrong answers. */
export function testForm(checked: CheckedForm, now: number): FormTest | null {
  const { form, usable } = checked
  if (!usable) return null
  const { runner, samples } = usable
  const own = acceptedSamples(usable, form, now)
  const made = Array.from({ length: seeds }, (_, seed) => generateAnswers(checkedForm(form), runner, seed, now)).filter(
    (answers) => answers !== null,
  )
  const mutations = [...own, ...made.slice(0, 3)].flatMap((answers) => mutateAnswers(form.steps, answers))
  const accepted = mutations.filter(
    ({ answers, pointer, keyword }) =>
      !answersErrors(form, runner, answers, now).some(
        (error) => error.keyword === keyword && error.pointer === pointer,
      ),
  )
  const all = branchesOf(form, runner)
  const branches = all.map(({ name, place, isTaken }): TestedBranch => ({
    name,
    place,
    bySamples: own.some(isTaken),
    byGenerated: made.some(isTaken),
  }))
  const compared = [...own, ...made, ...mutations.map((mutation) => mutation.answers)]
  const problems = [...untaken(checked, all), ...verdictProblems(form, compared)]
  if (own.length === 0 && made.length === 0) problems.push({ rule: 'not-fillable', source: form.source, pointer: '' })
  return {
    samples: { valid: samples.valid.length, invalid: samples.invalid.length },
    generated: { tried: seeds, accepted: made.length },
    wrong: {
      tried: mutations.length,
      refused: mutations.length - accepted.length,
      accepted: distinctPlaces(accepted),
    },
    branches,
    problems,
  }
}

/** The branches that no valid sample of the form takes: what the studio adds to the check while an author edits. */
export function untestedBranches(checked: CheckedForm): Problem[] {
  return checked.usable ? untaken(checked, branchesOf(checked.form, checked.usable.runner)) : []
}

function acceptedSamples({ runner, samples }: NonNullable<CheckedForm['usable']>, form: SourceForm, now: number) {
  return samples.valid
    .map(({ answers }) => answers)
    .filter((answers) => answersErrors(form, runner, answers, now).length === 0)
}

/** A refused sample, no sample at all, and a branch that no answers take have findings of their own. */
function untaken({ form, problems, usable }: CheckedForm, branches: readonly Branch[]): Problem[] {
  const own = usable?.samples.valid ?? []
  if (own.length === 0) return []
  const never = problems.filter(({ rule }) => rule.startsWith('unreachable-') || rule === 'late-condition')
  const found = branches
    .filter(({ isTaken }) => !own.some(({ answers }) => isTaken(answers)))
    .filter(({ place }) => !never.some((one) => one.source === place.source && isInside(one.pointer, place.pointer)))
    .map(({ name, place }): Problem => ({ rule: 'branch-untested', ...place, params: { branch: name } }))
  return withoutAllowed(form, found)
}

function distinctPlaces(places: readonly { pointer: string; keyword: string }[]) {
  return [...new Map(places.map(({ pointer, keyword }) => [`${pointer} ${keyword}`, { pointer, keyword }])).values()]
}
