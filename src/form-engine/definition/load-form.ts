import { textLanguages } from '../../../form-model/language-tag.ts'
import { isRecord } from '../../../form-model/record.ts'
import type { Definition, FormTexts } from '../../../form-model/definition.ts'
import { namedTime } from '../../lib/dates.ts'
import type { Language } from '../../lib/language.ts'
import { addPhrases } from '../../ui/add-phrases.tsx'
import { isShowable } from './form-limits.ts'
import { versionUrl } from './version-url.ts'
import type { FormAddress } from './version-url.ts'

/** A published version of a form, ready to be shown and validated. Immutable; caches use its identity as key. */
export type LoadedForm = {
  definition: Definition
  texts: FormTexts
  language: Language
}

/** A file of a version as JSON, from any source: the browser fetches it, tests and sandbox read files. */
export type LoadJson = (url: string) => Promise<unknown>

export type FormLoadReason =
  /** The version does not exist. */
  | 'missing'
  /** The network or the server failed; a retry may help. */
  | 'unreachable'
  /** The definition needs a newer app: keep the draft and reload the page. */
  | 'newer-engine'
  /** The files exist but contain no form. */
  | 'broken'

export class FormLoadError extends Error {
  override readonly name = 'FormLoadError'
  readonly reason: FormLoadReason

  constructor(reason: FormLoadReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/** The format version that this engine can read; see `FormSource.engine`. */
const knownEngine = 1

/** Loads definition and texts of one version at once. Rejects with `FormLoadError`. */
export async function loadForm(
  options: FormAddress & { language: Language; loadJson?: LoadJson },
): Promise<LoadedForm> {
  const { language, loadJson = fetchJson } = options
  const base = versionUrl(options)
  const [definition, texts] = await Promise.all([
    loadJson(`${base}/definition.json`),
    loadTexts(loadJson, base, textLanguages(language)),
  ])
  if (isRecord(definition) && typeof definition.engine === 'number' && definition.engine > knownEngine)
    throw new FormLoadError('newer-engine', `${base} needs form engine ${definition.engine}`)
  if (!isDefinition(definition) || !isShowable(definition))
    throw new FormLoadError('broken', `${base}/definition.json is not a form definition`)
  if (!isTexts(texts)) throw new FormLoadError('broken', `${base} contains no texts in ${language}`)
  if (Array.isArray(texts.phrases)) addPhrases(texts.phrases.filter((heading) => typeof heading === 'string'))
  const shown = withNamedTimes(texts, definition, language)
  return { definition, texts: shown, language }
}

/** Names the time of Japan beside each time to choose for an appointment, if the clock of the device shows another one. */
function withNamedTimes(texts: FormTexts, { booking }: Definition, language: Language): FormTexts {
  const field = booking?.time ?? ''
  const text = Object.hasOwn(texts.fields, field) ? texts.fields[field] : undefined
  if (text?.options === undefined) return texts
  const entries = Object.entries(text.options)
  const options = Object.fromEntries(entries.map(([value, label]) => [value, namedTime(label, language)] as const))
  return { ...texts, fields: { ...texts.fields, [field]: { ...text, options } } }
}

/** A version that was published before the portal had a language has no texts in it. */
async function loadTexts(
  loadJson: LoadJson,
  base: string,
  [language = 'ja', ...others]: readonly string[],
): Promise<unknown> {
  try {
    return await loadJson(`${base}/texts.${language}.json`)
  } catch (failure) {
    if (others.length === 0 || !(failure instanceof FormLoadError) || failure.reason !== 'missing') throw failure
    return loadTexts(loadJson, base, others)
  }
}

async function fetchJson(url: string): Promise<unknown> {
  let response: Response
  try {
    response = await fetch(url)
  } catch (cause) {
    throw new FormLoadError('unreachable', `${url} could not be fetched`, { cause })
  }
  if (response.status === 404 || response.status === 410) throw new FormLoadError('missing', `${url} does not exist`)
  if (!response.ok) throw new FormLoadError('unreachable', `${url} answered ${response.status}`)
  try {
    return (await response.json()) as unknown
  } catch (cause) {
    throw new FormLoadError('broken', `${url} is no JSON`, { cause })
  }
}

function isDefinition(value: unknown): value is Definition {
  if (!isRecord(value) || value.engine !== knownEngine || typeof value.formVersion !== 'string') return false
  const { steps } = value
  return (
    Array.isArray(steps) &&
    steps.length > 0 &&
    steps.every((step: unknown) => isRecord(step) && typeof step.id === 'string' && isRecord(step.schema))
  )
}

function isTexts(value: unknown): value is FormTexts {
  return isRecord(value) && typeof value.title === 'string' && isRecord(value.steps) && isRecord(value.fields)
}
