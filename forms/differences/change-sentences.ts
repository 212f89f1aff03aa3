import type {
  CheckRule,
  DateBound,
  FeeLine,
  FeeRule,
  FeeValue,
  FieldPath,
  FormTexts,
} from '../../form-model/definition.ts'
import { answersOfValue, feeFactors } from '../../form-model/fee.ts'
import { joinPointer, segmentsOf } from '../../form-model/pointer.ts'
import { isRecord } from '../../form-model/record.ts'
import { renamedPointer } from '../../form-model/renamed.ts'
import { daysFromToday } from '../../form-model/tokyo-date.ts'
import { allNodes, formTree } from '../edit/form-tree.ts'
import type { FormNode } from '../edit/form-tree.ts'
import { say } from '../source/messages.ts'
import { languages } from '../../src/lib/language.ts'
import { formatDay } from '../../src/lib/dates.ts'
import { formatNumber } from '../../src/lib/display-text.ts'
import type { Language } from '../../src/lib/language.ts'
import { compareForms } from './compare-forms.ts'
import type { Change } from './compare-forms.ts'
import { conditionWords } from './condition-words.ts'
import type { FormWords } from './condition-words.ts'
import { wordsIn } from './form-version.ts'
import type { FormVersion } from './form-version.ts'
import { leafChanges } from './leaf-changes.ts'
import { isSameJson } from '../source/same-json.ts'

/** One difference between two versions, in a sentence for readers. */
export type Difference = { path: FieldPath; text: string; drafts: Change['drafts'] }

type Side = FormVersion & { words: FormWords; nodes: ReadonlyMap<FieldPath, FormNode> }

type Compared = { language: Language; before: Side; after: Side }

/** What changed from one version to another, a sentence for each change, without JSON. */
export function differencesOf(from: FormVersion, to: FormVersion, language: Language): Difference[] {
  const compared = { language, before: sideOf(from, language), after: sideOf(to, language) }
  const seen = new Set<string>()
  const ofForm = compareForms(from.form, to.form).flatMap((change, _index, all): Difference[] => {
    const sentences = sentencesOf(change, all, compared)
    return sentences.flatMap(([path, text]) => {
      const isNew = !seen.has(text)
      seen.add(text)
      return isNew ? [{ path, text, drafts: change.drafts }] : []
    })
  })
  return [...ofForm, ...textDifferences(compared)]
}

function sideOf(version: FormVersion, language: Language): Side {
  const nodes = new Map(allNodes(formTree({ steps: version.form.steps })).map((node) => [node.path, node]))
  return { ...version, nodes, words: wordsIn(version.texts[language] ?? version.texts.ja, language) }
}

type Sentence = [path: FieldPath, text: string]

function sentencesOf(change: Change, all: readonly Change[], compared: Compared): Sentence[] {
  const { language, before, after } = compared
  const { kind, path } = change
  const t = (key: string, params: { [name: string]: string | number } = {}) => say(key, language, params)
  const name = after.words.label(path)
  switch (kind) {
    case 'added':
      return [[path, t('diff-added', { name, details: addedDetails(change, compared) })]]
    case 'removed':
      return [[path, t('diff-removed', { name: before.words.label(path) })]]
    case 'renamed':
      return [[path, renamedSentence(change, compared)]]
    case 'moved':
      return [[path, t('diff-steps', { names: (change.after as string[]).map(after.words.label).join('、') })]]
    case 'tightened':
    case 'loosened':
      return limitSentence(change, all, compared)
    case 'other':
      return otherSentences(change, all, compared)
  }
}

function addedDetails({ path, keyword }: Change, { language, after }: Compared): string {
  const node = after.nodes.get(path)
  const details = [
    ...(keyword === 'required' && node?.kind !== 'step' && node?.kind !== 'info'
      ? [say('diff-required', language)]
      : []),
    ...(node?.condition ? [conditionOf(node, after)] : []),
  ]
  return details.length === 0 ? '' : say('diff-details', language, { details: details.join(say('diff-and', language)) })
}

function renamedSentence(change: Change, { language, before, after }: Compared): string {
  const [from, to] = [String(change.before), String(change.after)]
  const around = (path: FieldPath) => path.slice(0, path.lastIndexOf('/'))
  const name = after.words.label(to)
  if (around(from) === around(to))
    return say('diff-renamed', language, { name, before: lastOf(from), after: lastOf(to) })
  return say('diff-moved', language, {
    name,
    before: before.words.label(around(from)),
    after: after.words.label(around(to)),
  })
}

function lastOf(path: FieldPath): string {
  return segmentsOf(path).at(-1) ?? path
}

/** Limits that are numbers; each has words. */
export const countedLimits = [
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
] as const

const counted = new Set<string>(countedLimits)

function limitSentence(change: Change, all: readonly Change[], { language, before, after }: Compared): Sentence[] {
  const { path, keyword, kind } = change
  const name = after.words.label(path)
  const t = (key: string, params: { [name: string]: string | number } = {}) => say(key, language, params)
  if (keyword === 'required')
    return [[path, t(change.after === true ? 'diff-made-required' : 'diff-made-optional', { name })]]
  if (keyword === 'enum') {
    const [old, now] = [change.before as unknown[], change.after as unknown[]]
    const list = (values: unknown[], others: unknown[], { words }: Side) =>
      values.filter((value) => !others.includes(value)).map((value) => t('quoted', { text: words.option(path, value) }))
    const [added, removed] = [list(now, old, after), list(old, now, before)]
    const parts = [
      ...(added.length > 0 ? [t('diff-choices-added', { choices: added.join('') })] : []),
      ...(removed.length > 0 ? [t('diff-choices-removed', { choices: removed.join('') })] : []),
    ]
    return [[path, t('diff-choices', { name, changes: parts.join(t('diff-and')) })]]
  }
  // The number of answers follows the number of choices.
  if (keyword === 'maxItems' && all.some((other) => other.keyword === 'enum' && other.path === `${path}/[]`)) return []
  const what = t(counted.has(keyword) ? `diff-limit-${keyword}` : `diff-form-of-answer`)
  if (counted.has(keyword)) {
    const number = (value: unknown) => (typeof value === 'number' ? formatNumber(value) : t('no-value'))
    return [[path, t('diff-limit', { name, what, before: number(change.before), after: number(change.after) })]]
  }
  return [[path, t(kind === 'tightened' ? 'diff-stricter' : 'diff-looser', { name, what })]]
}

function otherSentences(change: Change, all: readonly Change[], compared: Compared): Sentence[] {
  const { language, before, after } = compared
  const { path, keyword } = change
  const t = (key: string, params: { [name: string]: string | number } = {}) => say(key, language, params)
  const name = after.words.label(path)
  const family = keyword.split('/')[0] ?? keyword
  switch (family) {
    case 'conditions':
      return conditionSentences(path, all, compared)
    case 'visibleWhen': {
      const step = (side: Side) => conditionOf(side.nodes.get(path), side)
      return [[path, t('diff-step-condition', { name, before: step(before), after: step(after) })]]
    }
    case 'ui':
      if (!keyword.startsWith('ui/ui:order')) return [[path, t('diff-look', { name })]]
      return hasSameOrder(path, compared) ? [] : [[path, t('diff-order', { name })]]
    case 'layout':
      return [['', t(after.form.layout === 'page' ? 'diff-layout-page' : 'diff-layout-steps')]]
    case 'requiredWhen':
      return requiredSentences(compared)
    case 'checks':
      return checkSentences(compared)
    case 'fee':
      return feeSentences(compared)
    case 'delivery': {
      const when = ({ form, words }: Side) => (form.delivery ? wordsOf(form.delivery.when, '', words) : t('when-never'))
      return [['', t('diff-delivery', { before: when(before), after: when(after) })]]
    }
    default:
      return [[path, t('diff-rule', { name, keyword: family })]]
  }
}

/** Whether the questions of a group that both versions have follow each other as before. */
function hasSameOrder(path: FieldPath, { before, after }: Compared): boolean {
  const names = ({ nodes }: Side) => (nodes.get(path.replace(/\/\[\]$/, ''))?.children ?? []).map(({ name }) => name)
  const [old, now] = [names(before), names(after)]
  return isSameJson(
    old.filter((name) => now.includes(name)),
    now.filter((name) => old.includes(name)),
  )
}

function wordsOf(schema: unknown, base: FieldPath, words: FormWords): string {
  const found = conditionWords(schema, base, words)
  return found === '' ? say('when-always', words.language) : (found ?? say('when-json', words.language))
}

/** When a step or a field is shown. */
function conditionOf(node: FormNode | undefined, { words }: Side): string {
  if (!node?.condition) return say('when-always', words.language)
  return wordsOf(node.condition.schema, node.condition.base, words)
}

/** When a branch of a condition requires a field. */
function requiredOf({ required, requiredWhen }: FormNode, { words }: Side): string {
  if (required || requiredWhen === null) return say('when-never', words.language)
  return wordsOf(requiredWhen.schema, requiredWhen.base, words)
}

/** The fields of a group whose condition changed; a change without one is in what the conditions require. */
function conditionSentences(
  path: FieldPath,
  all: readonly Change[],
  { language, before, after }: Compared,
): Sentence[] {
  const inside = (field: FieldPath) => field.startsWith(`${path}/`) && !field.slice(path.length + 1).includes('/')
  const isOn = (node: FormNode | undefined) => node?.condition?.base === path
  const fields = [...after.nodes.values()].filter(
    (node) => inside(node.path) || isOn(node) || isOn(before.nodes.get(node.path)),
  )
  const sentences = fields.flatMap((node): Sentence[] => {
    const known = before.nodes.get(node.path)
    if (!known) return []
    const name = after.words.label(node.path)
    const changed = (key: string, from: string, to: string): Sentence[] =>
      from === to ? [] : [[node.path, say(key, language, { name, before: from, after: to })]]
    return [
      ...changed('diff-condition', conditionOf(known, before), conditionOf(node, after)),
      ...changed('diff-required-when', requiredOf(known, before), requiredOf(node, after)),
    ]
  })
  const isExplained = all.some((change) => ['added', 'removed', 'renamed'].includes(change.kind) && inside(change.path))
  if (sentences.length > 0 || isExplained) return sentences
  return [[path, say('diff-conditions', language, { name: after.words.label(path) })]]
}

/** Pairs of the entries with the same key, in the order of the second list, then those that only the first has. */
function pairs<Entry>(before: readonly Entry[], after: readonly Entry[], keyOf: (entry: Entry) => string) {
  const keyed = (entries: readonly Entry[]) => {
    const counts = new Map<string, number>()
    return new Map(
      entries.map((entry) => {
        const count = (counts.get(keyOf(entry)) ?? 0) + 1
        counts.set(keyOf(entry), count)
        return [`${keyOf(entry)} ${count}`, entry]
      }),
    )
  }
  const [old, now] = [keyed(before), keyed(after)]
  return [...new Set([...now.keys(), ...old.keys()])].map((key) => ({ old: old.get(key), now: now.get(key) }))
}

function requiredSentences({ language, before, after }: Compared): Sentence[] {
  return pairs(before.form.requiredWhen ?? [], after.form.requiredWhen ?? [], ({ field }) => field).flatMap(
    ({ old, now }): Sentence[] => {
      const path = now?.field ?? old?.field ?? ''
      if (isSameJson(old, now)) return []
      const words = (rule: typeof old, side: Side) =>
        rule ? wordsOf(rule.when, '', side.words) : say('when-never', language)
      const name = after.words.label(path)
      return [
        [path, say('diff-required-when', language, { name, before: words(old, before), after: words(now, after) })],
      ]
    },
  )
}

/** The checks of questions that both versions have; those of others come and go with them. */
function checkSentences({ language, before, after }: Compared): Sentence[] {
  const nowNamed = (path: FieldPath) => presentName(path, after)
  const former = (before.form.checks ?? []).map((rule) => ({ ...rule, field: nowNamed(rule.field) }))
  const wasThere = new Set([...before.nodes.keys()].map(nowNamed))
  const rules = pairs(former, after.form.checks ?? [], ({ kind, field }) => `${kind} ${field}`)
  return rules.flatMap(({ old, now }): Sentence[] => {
    const path = now?.field ?? old?.field ?? ''
    if (isSameJson(old, now) || !wasThere.has(path) || !after.nodes.has(path)) return []
    const words = (rule: CheckRule | undefined, side: Side) =>
      rule ? checkWords(rule, side.words) : say('no-value', language)
    const kind = (now ?? old)?.kind
    const key = kind === 'date-range' || kind === 'working-day' ? 'diff-dates' : 'diff-same-as'
    const name = after.words.label(path)
    return [[path, say(key, language, { name, before: words(old, before), after: words(now, after) })]]
  })
}

export function checkWords(rule: CheckRule, words: FormWords): string {
  const { language } = words
  if (rule.kind === 'working-day') return say('check-working-day', language)
  if (rule.kind !== 'date-range') return say(`check-${rule.kind}`, language, { name: words.label(rule.other) })
  const parts = [
    ...(rule.min === undefined ? [] : [say('check-from', language, { date: boundWords(rule.min, words) })]),
    ...(rule.max === undefined ? [] : [say('check-to', language, { date: boundWords(rule.max, words) })]),
  ]
  return parts.join(say('check-join', language))
}

function boundWords(bound: DateBound, words: FormWords): string {
  const { language } = words
  const days = (count: number, date: string) =>
    count === 0 ? date : say(count > 0 ? 'date-after' : 'date-before', language, { date, days: Math.abs(count) })
  if (typeof bound !== 'string') {
    const name = say('quoted', language, { text: words.label(bound.answer) })
    return days(bound.days ?? 0, name)
  }
  const fromToday = daysFromToday(bound)
  return fromToday === null ? formatDay(bound, language) : days(fromToday, say('date-today', language))
}

/** The name of a line, or a reason. */
export function feeText(key: string, texts: FormVersion['texts'], language: Language): string {
  return (texts[language] ?? texts.ja)?.fee?.[key] ?? key
}

function feeSentences({ language, before, after }: Compared): Sentence[] {
  const lines = pairs(before.form.fee?.lines ?? [], after.form.fee?.lines ?? [], ({ text }) => text)
  const [limits, limitsNow] = [before, after].map(({ form }) => totalLimits(form.fee, language))
  const ofTotal = { before: limits || say('no-value', language), after: limitsNow || say('no-value', language) }
  const total: Sentence[] =
    before.form.fee && after.form.fee && limits !== limitsNow ? [['', say('diff-fee-total', language, ofTotal)]] : []
  const ofLines = lines.flatMap(({ old, now }): Sentence[] => {
    const t = (key: string, params: { [name: string]: string | number }) => say(key, language, params)
    if (!now) return old ? [['', t('diff-fee-removed', { name: feeText(old.text, before.texts, language) })]] : []
    const name = feeText(now.text, after.texts, language)
    if (!old) return [['', t('diff-fee-added', { name, amount: feeWords(now, after) })]]
    return feeLineSentences(name, old, now, { language, before, after }).map((text) => ['', text])
  })
  return [...ofLines, ...total]
}

/** The limits of the whole fee; empty without one. */
export function totalLimits(fee: FeeRule | undefined, language: Language): string {
  return limitWords(fee ?? {}, language).join(say('diff-and', language))
}

function limitWords({ minimum, maximum }: Pick<FeeLine, 'minimum' | 'maximum'>, language: Language): string[] {
  return [
    ...(minimum === undefined ? [] : [say('fee-minimum', language, { amount: formatNumber(minimum) })]),
    ...(maximum === undefined ? [] : [say('fee-maximum', language, { amount: formatNumber(maximum) })]),
  ]
}

function feeLineSentences(name: string, old: FeeLine, now: FeeLine, { language, before, after }: Compared): string[] {
  const t = (key: string, params: { [name: string]: string | number }) => say(key, language, params)
  const sentences: string[] = []
  // A table may have many choices: those that change are named one by one.
  const tables = feeFactors.flatMap((key) => {
    const [from, to] = [old[key], now[key]]
    return isTable(from) && isTable(to) ? [{ key, from, to }] : []
  })
  const rest = (line: FeeLine) => ({
    ...calculationOf(line),
    ...Object.fromEntries(tables.map(({ key }) => [key, null])),
  })
  if (!isSameJson(rest(old), rest(now)))
    sentences.push(t('diff-fee-amount', { name, before: feeWords(old, before), after: feeWords(now, after) }))
  else
    for (const { key, from, to } of tables) {
      for (const { pointer, before: a, after: b } of leafChanges(from.table, to.table)) {
        // A removed choice has words in the former version only.
        const answer = b === undefined ? cellWords(from, pointer, before.words) : cellWords(to, pointer, after.words)
        const shown = (value: unknown) => {
          if (typeof value !== 'number') return t('no-value', {})
          return key === 'amount' ? yenWords(value, language) : formatNumber(value)
        }
        const sentence = key === 'amount' ? 'diff-fee-answer' : 'diff-fee-factor'
        sentences.push(t(sentence, { name, answer, before: shown(a), after: shown(b) }))
      }
      if (!isSameJson(answersOfValue(from), answersOfValue(to))) sentences.push(t('diff-fee-way', { name }))
    }
  if (!isSameJson(old.when, now.when)) {
    const when = (line: FeeLine, { words }: Side) =>
      line.when === undefined ? say('when-always', language) : wordsOf(line.when, '', words)
    sentences.push(t('diff-fee-when', { name, before: when(old, before), after: when(now, after) }))
  }
  if (!isSameJson(old.exempt, now.exempt)) {
    const exempt = (line: FeeLine, side: Side) => feeExemption(line, side) || t('no-value', {})
    sentences.push(t('diff-fee-exempt', { name, before: exempt(old, before), after: exempt(now, after) }))
  }
  const others = ({ choice, taxRate }: FeeLine) => ({ choice, taxRate })
  if (!isSameJson(others(old), others(now))) sentences.push(t('diff-fee-way', { name }))
  return sentences
}

/** What a line costs, how it is counted, and what becomes of the product. */
function calculationOf({ amount, quantity, times, forEach, fromEntry, rounding, minimum, maximum }: FeeLine) {
  return { amount, quantity, times, forEach, fromEntry, rounding, minimum, maximum }
}

function yenWords(amount: number, language: Language): string {
  return say('yen', language, { amount: formatNumber(amount) })
}

type FeeTable = Extract<FeeValue, { table: unknown }>

function isTable(value: FeeLine['amount'] | undefined): value is FeeTable {
  return typeof value === 'object' && 'table' in value
}

/** The answers of a cell of a table, such as B階層 × 3年生. */
function cellWords(value: FeeTable, pointer: string, words: FormWords): string {
  const paths = answersOfValue(value)
  return segmentsOf(pointer)
    .map((answer, at) => words.option(paths[at] ?? '', answer))
    .join(' × ')
}

type WithTexts = Pick<Side, 'texts' | 'words'>

/** When and why a line costs nothing; empty if never. */
export function feeExemption({ exempt }: FeeLine, { texts, words }: WithTexts): string {
  if (exempt?.when === undefined) return ''
  const condition = wordsOf(exempt.when, '', words)
  return say('fee-exempt', words.language, { reason: feeText(exempt.text, texts, words.language), condition })
}

/** What a line of the fee costs, such as 500円 × 「必要な冊数」の答えの数. */
export function feeWords(line: FeeLine, { texts, words }: WithTexts): string {
  const { amount, quantity, times, forEach, fromEntry = [], rounding } = line
  const { language } = words
  if (amount === 'later') return say('fee-later', language)
  const yen = (value: number) => yenWords(value, language)
  const product = [quantity, times].reduce<string>(
    (one, factor) =>
      factor === undefined
        ? one
        : say('fee-times', language, { amount: one, quantity: feeValueWords(factor, words, formatNumber) }),
    feeValueWords(amount, words, yen),
  )
  const all =
    forEach === undefined ? product : say('fee-each', language, { amount: product, name: words.label(forEach) })
  const notes = [
    ...fromEntry.map((step) => {
      const charged = 'percent' in step ? `${step.percent}%` : yen(step.amount)
      return say('fee-from', language, {
        from: step.from,
        amount: charged,
        reason: feeText(step.text, texts, language),
      })
    }),
    ...(rounding ? [say(`fee-round-${rounding.mode}`, language, { to: rounding.to })] : []),
    ...limitWords(line, language),
  ]
  return notes.length === 0
    ? all
    : say('fee-notes', language, { amount: all, notes: notes.join(say('diff-and', language)) })
}

function feeValueWords(value: FeeValue, words: FormWords, inWords: (value: number) => string): string {
  const { language } = words
  if (typeof value === 'number') return inWords(value)
  if ('answer' in value) return say('fee-answer', language, { name: words.label(value.answer) })
  const table = leavesIn(value.table, '').map(([pointer, amount]) =>
    say('fee-row', language, { answer: cellWords(value, pointer, words), amount: inWords(amount) }),
  )
  const name = answersOfValue(value).map(words.label).join(' × ')
  return say('fee-table', language, { name, table: table.join(say('diff-and', language)) })
}

function leavesIn(table: unknown, pointer: string): [pointer: string, amount: number][] {
  if (typeof table === 'number') return [[pointer, table]]
  if (!isRecord(table)) return []
  return Object.entries(table).flatMap(([key, inner]) => leavesIn(inner, joinPointer(pointer, key)))
}

/** Texts of fields, steps, choices and fees that both versions have; those of others are named with them. */
function textDifferences({ language, before, after }: Compared): Difference[] {
  const isInBoth = (pointer: string) => {
    const [part = '', key = '', , value = ''] = segmentsOf(pointer)
    const path = part === 'steps' ? key : key.replace(/\/\[\]$/, '')
    if (part === 'steps' || part === 'fields') {
      const [old, now] = [before.nodes.has(path), after.nodes.has(path)]
      if (old !== now) return false
    }
    if (part === 'fee' && [before, after].some(({ texts }) => texts.ja?.fee?.[key] === undefined)) return false
    return !(pointer.includes('/options/') && isChoiceOfOne(path, value, before, after))
  }
  const found = languages.flatMap((of) => {
    const [old, now] = [before.texts[of], after.texts[of]]
    if (old === undefined || now === undefined) return []
    return leafChanges(withNewNames(old, after), now)
      .filter((leaf) => isText(leaf.before) || isText(leaf.after))
      .filter(({ pointer }) => isInBoth(pointer))
      .map((leaf) => ({ ...leaf, of }))
  })
  const japanese = new Set(
    found.filter(({ of }) => of === 'ja').map(({ pointer, after: text }) => `${pointer} ${String(text)}`),
  )
  return (
    found
      // What a language does not have is published in Japanese.
      .filter(({ of, pointer, after: text }) => of === 'ja' || !japanese.has(`${pointer} ${String(text)}`))
      .map(({ pointer, before: old, after: now, of }): Difference => {
        const [part = '', key = ''] = segmentsOf(pointer)
        const quoted = (text: unknown) => (isText(text) ? say('quoted', language, { text }) : say('no-value', language))
        const change = { before: quoted(old), after: quoted(now) }
        const sentence = { place: textPlace(pointer, { language, before, after }), ...change }
        return {
          path: part === 'fields' || part === 'steps' ? key : '',
          text:
            of === 'ja'
              ? say('diff-text', language, sentence)
              : say('diff-text-in', language, { ...sentence, languageName: say(`language-${of}`, language) }),
          // The value of the choice is the same, so drafts with it are kept.
          drafts: pointer.includes('/options/') && isText(old) && isText(now) ? 'meaning' : 'none',
        }
      })
  )
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isChoiceOfOne(path: FieldPath, value: string, before: Side, after: Side): boolean {
  const values = ({ nodes }: Side) => {
    const merged = nodes.get(path)?.merged ?? {}
    const list = isRecord(merged.items) ? merged.items.enum : merged.enum
    return Array.isArray(list) ? list.map(String) : null
  }
  const [old, now] = [values(before), values(after)]
  return old !== null && now !== null && old.includes(value) !== now.includes(value)
}

function presentName(path: FieldPath, { form }: Side): FieldPath {
  return renamedPointer(form.renamed, path).replace(/^\//, '')
}

/** The texts of the former version under the present names of the fields. */
function withNewNames(texts: FormTexts, after: Side): FormTexts {
  const fields = Object.entries(texts.fields ?? {}).map(([path, text]) => [presentName(path, after), text] as const)
  return { ...texts, fields: Object.fromEntries(fields) }
}

function textPlace(pointer: string, { language, after }: Compared): string {
  const [part = '', key = '', kind = '', value = ''] = segmentsOf(pointer)
  const known = new Set(['label', 'help', 'picture', 'table', 'example', 'unit', 'item', 'title', 'description'])
  const name = part === 'fields' || part === 'steps' ? after.words.label(key) : ''
  if (part === 'title' || part === 'description' || part === 'about') return say(`text-${part}`, language)
  if (part === 'fee') return say('text-fee', language, { name: feeText(key, after.texts, language) })
  if (kind === 'options') return say('text-option', language, { name, value })
  return say(known.has(kind) ? `text-of-${kind}` : 'text-of-other', language, { name })
}
