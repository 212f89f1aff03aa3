import { checkAnswers } from '../../form-model/checks.ts'
import type { AnswerError, Answers, Definition, JsonSchema } from '../../form-model/definition.ts'
import { pointerOf, segmentsOf, valueAt, withValueAt } from '../../form-model/pointer.ts'
import { addDays, isRealDate } from '../../form-model/tokyo-date.ts'
import { isWorkingDay } from '../../form-model/working-days.ts'
import { isRecord, recordOf } from '../../form-model/record.ts'
import { schemasAt } from '../../form-model/schema-walk.ts'
import { toAnswerErrors } from './answer-errors.ts'
import type { FormRunner } from './form-runner.ts'
import { generateValue, seededRandom } from './generate-value.ts'

/** The shares of optional fields that the generated answers fill in, in turn: all, none, and values between. */
const fullness = [1, 0, 0.5, 0.8, 0.3]

/**
 * Answers that the whole form accepts, generated from its definition; the same seed gives the same answers. Computed
 * checks and conditions between steps are satisfied by correcting refused answers. `null` if that fails.
 */
export function generateAnswers(
  form: Pick<Definition, 'steps' | 'checks'>,
  runner: FormRunner,
  seed: number,
  now: number,
): Answers | null {
  const random = seededRandom(seed)
  const options = { random, fullness: fullness[seed % fullness.length] ?? 0.5 }
  const all = Object.fromEntries(
    form.steps.map(({ id, schema }) => [id, recordOf(generateValue(schema, { ...options, root: schema }))]),
  )
  let answers = runner.visible(all)
  for (let round = 0; round < 12; round++) {
    const errors = [...toAnswerErrors(runner.whole(answers)), ...checkAnswers(form, answers, now)]
    if (errors.length === 0) return answers
    // Each direction in turn, also if every other round moves the date back into its bounds.
    const step = Math.floor(round / 2) % 2 === 0 ? 1 : -1
    for (const error of errors) answers = repair(answers, error, form, { ...options, step })
    for (const { id } of form.steps)
      if (!Object.hasOwn(answers, id) && Object.hasOwn(all, id)) answers = { ...answers, [id]: all[id] ?? {} }
    answers = runner.visible(answers)
  }
  return null
}

/** `step`: in days, towards another working day. */
type RepairOptions = { random: () => number; fullness: number; step: 1 | -1 }

function repair(
  answers: Answers,
  { pointer, keyword, params }: AnswerError,
  form: Pick<Definition, 'steps' | 'checks'>,
  options: RepairOptions,
): Answers {
  if (keyword === 'date-range' && typeof params.limit === 'string') return replaceAnswer(answers, pointer, params.limit)
  if (keyword === 'working-day')
    return replaceAnswer(answers, pointer, otherWorkingDay(valueAt(answers, pointer), options.step))
  if (keyword === 'false schema') return replaceAnswer(answers, pointer, undefined)
  if (keyword === 'corporate-check-digit') return replaceAnswer(answers, pointer, '7000012050002')
  if (keyword === 'same-as' && typeof params.other === 'string')
    return replaceAnswer(answers, pointer, valueAt(answers, params.other))
  if (keyword === 'different-from') return replaceAnswer(answers, pointer, dayAfter(valueAt(answers, pointer)))
  const schema = schemaAt(form, pointer)
  return schema === null
    ? answers
    : replaceAnswer(answers, pointer, generateValue(schema.schema, { ...options, root: schema.root }))
}

/** Another date, or no answer: an optional field may stay empty. */
function dayAfter(value: unknown): string | undefined {
  return typeof value === 'string' && isRealDate(value) ? addDays(value, 1) : undefined
}

/** The next working day in the given direction, perhaps outside the bounds of the date. */
function otherWorkingDay(value: unknown, step: 1 | -1): string | undefined {
  if (typeof value !== 'string' || !isRealDate(value)) return undefined
  let day = value
  while (!isWorkingDay(day)) day = addDays(day, step)
  return day
}

/** A schema of the field, from any branch that declares it. */
function schemaAt(form: Pick<Definition, 'steps'>, pointer: string): { schema: JsonSchema; root: JsonSchema } | null {
  const [stepId, ...segments] = segmentsOf(pointer)
  const step = form.steps.find(({ id }) => id === stepId)
  const schema = step && schemasAt(step.schema, segments)[0]
  return schema ? { schema, root: step.schema } : null
}

/** The answers with one value replaced; `undefined` removes it, also from a list. */
export function replaceAnswer(answers: Answers, pointer: string, value: unknown): Answers {
  const segments = segmentsOf(pointer)
  const parent = pointerOf(segments.slice(0, -1))
  const list = valueAt(answers, parent)
  const isRemovedEntry = value === undefined && Array.isArray(list)
  const changed = isRemovedEntry
    ? withValueAt(answers, parent, (list as unknown[]).toSpliced(Number(segments.at(-1)), 1))
    : withValueAt(answers, pointer, value)
  return isRecord(changed) ? (changed as Answers) : {}
}
