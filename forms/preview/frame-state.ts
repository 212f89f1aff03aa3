import { isRecord } from '../../form-model/record.ts'
import { languageOf } from '../../src/lib/language.ts'
import type { Language } from '../../src/lib/language.ts'
import { isString } from '../../src/lib/shape.ts'

/** The content of the frame. Its address contains everything, so that a state can be shared as a link. */
export type FrameState = {
  form: string
  language: Language
  /** `step:<id>`, `about` (the page before the form), `all` (every step below each other), `review`. */
  view: string
  /** `empty`, `sample:<name>`. */
  answers: string
  errors: boolean
  /** Whether the fee of the answers is shown above them. */
  fee: boolean
}

const keys = ['form', 'language', 'view', 'answers', 'errors', 'fee'] as const

export function writeState(state: FrameState): string {
  return new URLSearchParams(keys.map((key): [string, string] => [key, String(state[key])])).toString()
}

export function readState(search: string): FrameState {
  const params = new URLSearchParams(search)
  return {
    form: params.get('form') ?? '',
    language: languageOf(params.get('language')),
    view: params.get('view') ?? '',
    answers: params.get('answers') ?? 'empty',
    errors: params.get('errors') === 'true',
    fee: params.get('fee') === 'true',
  }
}

/** What the frame tells the page around it: the form engine cannot show this version. */
export type FrameMessage = { kind: 'undrawn'; formVersion: string }

export function isFrameMessage(data: unknown): data is FrameMessage {
  return isRecord(data) && data.kind === 'undrawn' && isString(data.formVersion)
}
