import { wholeErrors } from '../../form-model/answer-errors.ts'
import { conditionHolds } from '../../form-model/conditions.ts'
import type { Answers, Definition, FormSource, JsonSchema } from '../../form-model/definition.ts'
import type { SchemaError } from '../../form-model/interpreter.ts'
import { visibleSteps } from '../../src/form-engine/definition/visible-steps.ts'
import type { SourceForm } from '../source/load-source.ts'

/** The verdicts of the portal about answers to a form. */
export type FormRunner = {
  whole(answers: unknown): SchemaError[]
  condition(key: string, answers: Answers): boolean
  /** The answers without the steps that they hide. */
  visible(answers: Answers): Answers
}

/** The parts of a form, of its source or of a built version, that decide about answers. */
export type ValidatedForm = Pick<SourceForm, 'conditions' | 'value'> & {
  steps: readonly (Pick<SourceForm['steps'][number], 'id' | 'schema'> & { visibleWhen?: JsonSchema | undefined })[]
}

/** Every schema that validates answers. */
export function schemasOf({ steps, conditions }: Omit<ValidatedForm, 'value'>): JsonSchema[] {
  return [...steps, ...Object.values(conditions)].map(({ schema }) => schema)
}

export type FormRules = Pick<Definition, 'steps' | 'requiredWhen' | 'fee' | 'delivery'>

/** The rules as a definition contains them, with bundled conditions. */
export function formRules({ steps, conditions, value }: ValidatedForm): FormRules {
  const { requiredWhen, fee, delivery } = value as Partial<FormSource>
  const bundled = (key: string, when: JsonSchema) => conditions[key]?.schema ?? when
  return {
    steps: steps.map(({ id, schema, visibleWhen }) => ({ id, schema, ...(visibleWhen ? { visibleWhen } : {}) })),
    ...(requiredWhen
      ? {
          requiredWhen: requiredWhen.map((rule, index) => ({ ...rule, when: bundled(`required:${index}`, rule.when) })),
        }
      : {}),
    ...(fee
      ? {
          fee: {
            ...fee,
            lines: fee.lines.map(({ when, exempt, ...line }, index) => ({
              ...line,
              ...(when && { when: bundled(`fee:${index}`, when) }),
              ...(exempt && {
                exempt: {
                  ...exempt,
                  ...(exempt.when && { when: bundled(`fee:${index}:exempt`, exempt.when) }),
                },
              }),
            })),
          },
        }
      : {}),
    ...(delivery ? { delivery: { when: bundled('delivery', delivery.when) } } : {}),
  }
}

export function createRunner(form: ValidatedForm): FormRunner {
  const rules = formRules(form)
  return {
    whole: (answers) => wholeErrors(rules, answers),
    condition: (key, answers) => conditionHolds(rules, key, answers),
    visible: (answers) =>
      Object.fromEntries(
        visibleSteps(rules, answers).flatMap((id) => (Object.hasOwn(answers, id) ? [[id, answers[id] ?? {}]] : [])),
      ),
  }
}
