import type { FeeLine } from '../../form-model/definition.ts'
import { answersOfValue, feeFactors } from '../../form-model/fee.ts'
import { edit, editAnswers } from './commands.ts'
import type { FormFiles } from './commands.ts'
import { feeLines } from './fees.ts'
import type { FormNode } from './form-tree.ts'
import { editInvalidAt } from './invalid-samples.ts'
import { readValue, removeValue, setValue } from './json-text.ts'
import { followLimits } from './limit-samples.ts'

/** More decimals than authors choose are edited as JSON. */
export const mostDecimals = 3

/** The number of decimals of a number: 0 for whole numbers, null for any number and for other steps than 0.1, 0.01 … */
export function decimalsOf({ schema: { type, multipleOf } }: Pick<FormNode, 'schema'>): number | null {
  if (type === 'integer') return 0
  const digits = Array.from({ length: mostDecimals + 1 }, (_, index) => index)
  return digits.find((digit) => multipleOf === stepOf(digit)) ?? null
}

function stepOf(decimals: number): number {
  // The same number as written: a power would be 0.010000000000000002.
  return Number(`1e-${decimals}`)
}

/** Sets the number of decimals. Limits and samples are rounded to it. */
export function setDecimals(files: FormFiles, node: FormNode, decimals: number): FormFiles {
  const { schemaPointer, uiPointer } = node
  const rounded = (value: number) => Number(value.toFixed(decimals))
  const place = (keyword: string) => `${schemaPointer}/${keyword}`
  const changed = edit(files, 'form.json', (text) => {
    const typed = setValue(text, place('type'), decimals === 0 ? 'integer' : 'number')
    const stepped =
      decimals > 0
        ? setValue(typed, place('multipleOf'), stepOf(decimals))
        : decimalsOf(node) === 0
          ? typed
          : removeValue(typed, place('multipleOf'))
    const limited = (['minimum', 'maximum'] as const).reduce((json, keyword) => {
      const limit = readValue(json, place(keyword))
      return typeof limit === 'number' ? setValue(json, place(keyword), rounded(limit)) : json
    }, stepped)
    const keyboard = `${uiPointer}/ui:options/inputmode`
    return readValue(limited, keyboard) === undefined
      ? limited
      : setValue(limited, keyboard, decimals === 0 ? 'numeric' : 'decimal')
  })
  const valid = editAnswers(changed, node.path, (text, pointer) => {
    const answer = readValue(text, pointer)
    return typeof answer === 'number' ? setValue(text, pointer, rounded(answer)) : text
  })
  return followLimits(withoutStepSamples(valid, node), node.path)
}

/** Invalid samples whose number has too many decimals may be valid now. */
function withoutStepSamples(files: FormFiles, { path }: FormNode): FormFiles {
  return editInvalidAt(files, path, (text, { keyword, answer }) =>
    (keyword === 'type' || keyword === 'multipleOf') && typeof answer === 'number' ? null : text,
  )
}

/** The lines of the fee that count with a question, and their numbers. */
export function feeLinesWith(files: FormFiles, { path }: Pick<FormNode, 'path'>): { line: FeeLine; index: number }[] {
  return feeLines(files).flatMap((line, index) =>
    feeFactors.some((key) => answersOfValue(line[key]).includes(path)) ? [{ line, index }] : [],
  )
}
