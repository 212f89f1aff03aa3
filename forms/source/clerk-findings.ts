import path from 'node:path'
import { fieldPathOf } from '../../form-model/answers.ts'
import { inLanguage } from '../../form-model/language-tag.ts'
import { segmentsOf } from '../../form-model/pointer.ts'
import { isRecord, recordOf } from '../../form-model/record.ts'
import type { Language } from '../../src/lib/language.ts'
import en from './clerk-messages.en.json' with { type: 'json' }
import ja from './clerk-messages.ja.json' with { type: 'json' }
import { distinctInOrder, toFinding } from './finding.ts'
import type { Finding, Problem } from './finding.ts'
import type { TextSource } from './load-source.ts'
import { fill, messageOf, say, shownValues } from './messages.ts'
import type { MessageValues } from './messages.ts'
import type { ToolLanguage } from './tool-languages.ts'

/** A finding for authors who do not read JSON. */
export type ClerkFinding = Finding & {
  /** The finding in the words of the studio. */
  words: string
  /** The name that was probably meant, and the answer that a question does not have. */
  nearest?: string
  answer?: string
  /** The question of a text that has no place of its own. */
  field?: string
}

type Catalogue = { rules: { [key: string]: string | undefined }; words: { [key: string]: string } }

const catalogues: { [language in ToolLanguage]: Catalogue } & { [language: string]: Catalogue | undefined } = { ja, en }

/** The form whose texts name its questions; a file that is imported has none. */
type NamedForm = { texts: { ja?: TextSource | null } }

/** Files in a folder of this name are schemas of others, which the studio does not correct. */
export const importFolder = '.import'

/** A sentence of the studio about forms. */
export function clerkSay(key: string, language: Language, params: MessageValues = {}): string {
  const text = inLanguage(catalogues, language).words[key]
  if (text === undefined) throw new Error(`There is no text ${key}`)
  return fill(text, params)
}

export function clerkFindings(problems: readonly Problem[], form: NamedForm, language: Language): ClerkFinding[] {
  return distinctInOrder(
    problems.map((problem) => {
      const { nearest, answer, path: field } = problem.params ?? {}
      return {
        ...toFinding(problem, language),
        words: clerkWords(problem, form, language),
        ...(nearest === undefined ? {} : { nearest: String(nearest) }),
        ...(answer === undefined ? {} : { answer: String(answer) }),
        ...(field === undefined ? {} : { field: String(field) }),
      }
    }),
  )
}

/** The message of a rule is used where it names nothing of JSON. */
function clerkWords(problem: Problem, form: NamedForm, language: Language): string {
  const { rule, params = {} } = problem
  const { rules } = inLanguage(catalogues, language)
  const text = rules[`${rule}${fileKind(problem)}`] ?? rules[rule]
  return text === undefined
    ? messageOf(rule, params, language)
    : fill(text, { ...shownValues(rule, params, language), ...clerkValues(problem, form, language) })
}

const textsFile = /^texts\.([\w-]+)\.json$/

/** Some rules are about files that authors edit in different tabs, about the length of a text, or about dates. */
function fileKind({
  source: { file },
  pointer,
  params,
}: Problem): '-import' | '-texts' | '-long' | '-service' | '-tenant' | '-sample' | '-dates' | '' {
  const [folder, name = ''] = file.replaceAll('\\', '/').split('/').slice(-2)
  if (folder === importFolder) return '-import'
  if (folder === 'valid' || folder === 'invalid') return '-sample'
  if (name === 'service.json') return '-service'
  if (name === 'tenant.json') return '-tenant'
  if (pointer.startsWith('/checks/')) return '-dates'
  if (!textsFile.test(name)) return ''
  return params?.expected === 'expected-max-length' ? '-long' : '-texts'
}

function clerkValues({ rule, source, pointer, params = {} }: Problem, form: NamedForm, language: Language) {
  const word = (key: string, values: MessageValues = {}) =>
    fill(inLanguage(catalogues, language).words[key] ?? '', values)
  const values: MessageValues = {}
  const { keyword, value, low, high, name, other, ref, key } = params
  const at = params.path ?? (params.pointer === undefined ? undefined : fieldPathOf(String(params.pointer)))
  if (at !== undefined) values.question = params.question ?? labelOf(form, String(at))
  if (keyword !== undefined && (rule === 'sample-refused' || rule === 'sample-accepted'))
    values.reason = word('reason', { question: values.question ?? '', what: whatOf(String(keyword), language, word) })
  if (value !== undefined) values.plainValue = plainValueOf(value)
  if (low !== undefined) values.lowWhat = limitWords(String(low), language)
  if (high !== undefined) values.highWhat = limitWords(String(high), language)
  if (low !== undefined) values.lowDay = word(`day-${low}`)
  if (high !== undefined) values.highDay = word(`day-${high}`)
  if (rule === 'unknown-path') {
    values.name = segmentsOf(String(params.path)).at(-1) ?? ''
    values.use = word(wordOfUse(pointer))
  }
  const ofTexts = textsFile.exec(path.basename(source.file))?.[1]
  if (ofTexts !== undefined) {
    const place = rule === 'text-missing' ? String(key).split(' › ') : segmentsOf(pointer)
    values.part = word(`part-${place.at(-1) ?? ''}`) || word('part-other')
    values.languageName = say(`language-${ofTexts}`, language)
  }
  if (rule === 'service-language') values.entry = word(`entry-${String(key)}`)
  if (rule === 'unknown-file') values.name = path.basename(String(name))
  if (rule === 'late-condition') values.other = labelOf(form, String(other))
  if (rule === 'file-missing') {
    const missing = /^texts\.(.+)\.json$/.exec(String(name))?.[1]
    values.missingLanguage = missing === undefined ? '' : say(`language-${missing}`, language)
  }
  if (ref !== undefined) values.part = path.posix.basename(String(ref)).replace(/(?:\.schema)?\.json$/, '')
  if (rule === 'wrong-value' && !String(params.expected).startsWith('expected-')) values.expected = word('what-other')
  return { ...values, sample: params.sample ?? path.basename(source.file, '.json'), marks: word('marks') }
}

/** A value of JSON as residents would read it. */
export function plainValueOf(value: string | number): string {
  return String(value).replace(/^"(.*)"$/s, '$1')
}

/** The label of a question, or the title of a step; the last name of its path if it has none. */
function labelOf({ texts }: NamedForm, field: string): string {
  const shown = field.replace(/(?:\/\[\])+$/, '')
  const [step = '', ...inside] = segmentsOf(shown)
  const whole = texts.ja?.source.value
  const steps = recordOf(recordOf(whole).steps)
  const text = inside.length === 0 ? steps[step] : texts.ja?.fields[shown]
  const written = isRecord(text) ? (text.label ?? text.title) : undefined
  return typeof written === 'string' && written !== '' ? written : (segmentsOf(shown).at(-1) ?? '')
}

const counted = new Set(['minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems'])

/** What a keyword limits: 文字数の上限. */
function limitWords(keyword: string, language: Language): string {
  const plain = keyword.replace('exclusiveM', 'm').replace(/Properties|Files/, 'Items')
  return say(`diff-limit-${plain === 'enum' || counted.has(plain) ? plain : 'minimum'}`, language)
}

function whatOf(keyword: string, language: Language, word: (key: string) => string): string {
  if (counted.has(keyword)) return limitWords(keyword, language)
  switch (keyword) {
    case 'required':
      return word('what-required')
    case 'enum':
    case 'const':
      return word('what-choice')
    case 'date-range':
    case 'working-day':
    case 'real-date':
      return word('what-day')
    case 'same-as':
    case 'different-from':
      return word('what-same')
    case 'false schema':
    case 'additionalProperties':
      return word('what-hidden')
    default:
      return word('what-other')
  }
}

/** The part of the form that names a question. */
function wordOfUse(pointer: string): string {
  const [part = '', , keyword] = segmentsOf(pointer)
  if (part === 'steps') return keyword === 'visibleWhen' ? 'use-step' : 'use-shown'
  return `use-${part === 'requiredWhen' ? 'required' : part}`
}
