import type { Answers } from '../../form-model/definition.ts'
import type { CheckedForm } from './check-form.ts'
import type { Place } from '../source/bundle.ts'
import type { Problem } from '../source/finding.ts'
import { branchesOf } from '../samples/branches.ts'
import { generateAnswers } from '../samples/generate-answers.ts'
import { mutateAnswers } from '../samples/mutate-answers.ts'
import { answersErrors, checkedForm } from '../samples/samples.ts'

type Branch = {
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
   * Valid answers with one deliberate error: how many of them are refused at that place, and the places of the others.
   */
  wrong: { tried: number; refused: number; accepted: { pointer: string; keyword: string }[] }
  branches: Branch[]
  problems: Problem[]
}

const seeds = 25

/** Tests a usable form with its samples, with generated answers and with deliberately wrong answers. */
export function testForm(checked: CheckedForm, now: number): FormTest | null {
  const { form, usable } = checked
  if (!usable) return null
  const { runner, samples } = usable
  const isValid = (answers: Answers) => answersErrors(form, runner, answers, now).length === 0
  const own = samples.valid.map(({ answers }) => answers).filter(isValid)
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
  const branches = branchesOf(form, runner).map(({ name, place, isTaken }): Branch => ({
    name,
    place,
    bySamples: own.some(isTaken),
    byGenerated: made.some(isTaken),
  }))
  const problems: Problem[] = branches
    .filter(({ bySamples }) => !bySamples)
    .map(({ name, place }) => ({ rule: 'branch-untested', ...place, params: { branch: name } }))
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

function distinctPlaces(places: readonly { pointer: string; keyword: string }[]) {
  return [...new Map(places.map(({ pointer, keyword }) => [`${pointer} ${keyword}`, { pointer, keyword }])).values()]
}
