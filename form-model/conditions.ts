import type { Answers, Definition, JsonSchema } from './definition.ts'
import { satisfiesSchema } from './interpreter.ts'

type Conditions = Pick<Definition, 'steps' | 'requiredWhen' | 'fee' | 'delivery'>

/**
 * Whether a condition over the whole answers is true: `visibleWhen` of a step (`step:<id>`), `requiredWhen`
 * (`required:<index>`), that of a fee line (`fee:<index>`) and of its exemption (`fee:<index>:exempt`), or `delivery`. A
 * part without a condition always counts.
 */
export function conditionHolds(form: Conditions, key: string, answers: Answers): boolean {
  const condition = conditionOf(form, key)
  return condition === undefined || satisfiesSchema(condition, answers)
}

function conditionOf({ steps, requiredWhen, fee, delivery }: Conditions, key: string): JsonSchema | undefined {
  const name = key.slice(key.indexOf(':') + 1)
  if (key.startsWith('step:')) return steps.find(({ id }) => id === name)?.visibleWhen
  if (key.startsWith('required:')) return requiredWhen?.[Number(name)]?.when
  if (!key.startsWith('fee:')) return delivery?.when
  const [index = '', exempt] = name.split(':')
  const line = fee?.lines[Number(index)]
  return exempt === undefined ? line?.when : line?.exempt?.when
}
