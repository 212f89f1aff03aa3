import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { CheckRule, FeeLine, FieldPath, JsonSchema } from '../../form-model/definition.ts'
import { feeFactors } from '../../form-model/fee.ts'
import { escapeSegment, isInside, joinPointer, segmentsOf } from '../../form-model/pointer.ts'
import { isRecord, recordOf } from '../../form-model/record.ts'
import { conditionFields, conditionIn, schemaOf } from './answer-condition.ts'
import type { AnswerCondition } from './answer-condition.ts'
import { choicesOf, setInForm, treeOf } from './commands.ts'
import type { FormFiles } from './commands.ts'
import { copiedPath, copyNode } from './copy-node.ts'
import { allNodes, isQuestion, isTable, pathToNode, sameColumns } from './form-tree.ts'
import type { FormNode } from './form-tree.ts'
import { readValue } from './json-text.ts'
import { labelsOf } from './node-labels.ts'
import { moveNode, movedPath, obstacleTo } from './move-node.ts'
import {
  conditionOf,
  decidingFields,
  decidingForStep,
  requiredContext,
  setCondition,
  setRequiredCondition,
  setStepShown,
} from './question-condition.ts'
import { renameChoice, renamedPath, renameNode } from './rename-node.ts'
import { splitIntoStep } from './split-step.ts'
import { withSameRows } from './tables.ts'
import { usesOf } from './uses.ts'
import type { Removed } from './uses.ts'
import { removeWith } from './without-uses.ts'

/** What a step contains: a question, or a group, list or table of questions. */
type Part = { kind: 'question' | 'group' | 'list' | 'table'; questions: Kind[] }
type Kind = keyof typeof kinds

// Values, days and kinds of checks are no references, even if a step or a question has such a name.
const stepIds = ['today', 's1', 'same-as'] as const
const [firstStep] = stepIds
const choices = [firstStep, 'a', `${firstStep}/a`]
const kinds = {
  text: { type: 'string', maxLength: 20 },
  choice: { type: 'string', enum: choices },
  yesNo: { type: 'boolean' },
  number: { type: 'integer', minimum: 0, maximum: 9 },
  date: { type: 'string', format: 'date' },
} as const satisfies { [kind: string]: JsonSchema }
const answers = { text: 'words', choice: firstStep, yesNo: true, number: 1, date: '2026-05-01' } as const

const kind = fc.constantFrom(...(Object.keys(kinds) as Kind[]))
const part: fc.Arbitrary<Part> = fc.oneof(
  fc.record({ kind: fc.constant('question' as const), questions: fc.tuple(kind) }),
  fc.record({
    kind: fc.constantFrom('group' as const, 'list' as const, 'table' as const),
    questions: fc.array(kind, { minLength: 1, maxLength: 3 }),
  }),
)
const steps = fc.array(fc.array(part, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 3 })

/** A form whose questions have the same names in each group, and labels of their own. */
function formOf(plan: readonly Part[][]): FormFiles {
  const fields: { [path: string]: unknown } = {}
  const titles: { [step: string]: unknown } = {}
  let count = 0
  const newLabel = () => `L${(count += 1)}`
  const name = (index: number) => String.fromCodePoint(97 + index)
  const describe = (path: FieldPath, label: string) => {
    fields[path] = { label, options: Object.fromEntries(choices.map((value) => [value, `${label}${value}`])) }
  }
  const group = (path: FieldPath, questions: readonly Kind[], labels: readonly string[]) => {
    questions.forEach((_, index) => describe(`${path}/${name(index)}`, labels[index] ?? ''))
    const entries = questions.map((one, index) => [name(index), one] as const)
    return {
      schema: { type: 'object', properties: Object.fromEntries(entries.map(([key, one]) => [key, kinds[one]])) },
      answers: Object.fromEntries(entries.map(([key, one]) => [key, answers[one]])),
    }
  }
  const made = plan.map((parts, at) => {
    const id = stepIds[at] ?? ''
    titles[id] = { title: newLabel() }
    const properties: { [name: string]: unknown } = {}
    const ui: { [name: string]: unknown } = {}
    const given: { [name: string]: unknown } = {}
    parts.forEach((one, index) => {
      const key = name(index)
      const path = `${id}/${key}`
      const [first = 'text'] = one.questions
      describe(path, newLabel())
      const labels = one.questions.map(newLabel)
      if (one.kind === 'question') {
        properties[key] = kinds[first]
        given[key] = answers[first]
      } else if (one.kind === 'list') {
        const inside = group(`${path}/[]`, one.questions, labels)
        properties[key] = { type: 'array', items: inside.schema }
        given[key] = [inside.answers, inside.answers]
      } else if (one.kind === 'group') {
        const inside = group(path, one.questions, labels)
        properties[key] = inside.schema
        given[key] = inside.answers
      } else {
        const rows = ['r', 'q', 'p'].map((row) => {
          describe(`${path}/${row}`, newLabel())
          return [row, group(`${path}/${row}`, one.questions, labels)] as const
        })
        const of = (what: 'schema' | 'answers') => Object.fromEntries(rows.map(([row, inside]) => [row, inside[what]]))
        properties[key] = { type: 'object', properties: of('schema') }
        given[key] = of('answers')
        ui[key] = { 'ui:options': { layout: 'table' } }
      }
    })
    return { id, schema: { type: 'object', properties, required: ['a'] }, ui, given }
  })
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
  const first = plan[0]?.[0]?.kind === 'question' ? `/${firstStep}/a` : `/${firstStep}`
  return {
    'form.json': json({ engine: 1, steps: made.map(({ given: _given, ...step }) => step) }),
    'texts.ja.json': json({ title: '例', steps: titles, fields }),
    'texts.en.json': json({ title: 'Example', steps: titles, fields }),
    'valid/all.json': json(Object.fromEntries(made.map(({ id, given }) => [id, given]))),
    'invalid/first.json': json({ from: 'all', remove: [first], expect: { pointer: first, keyword: 'required' } }),
  }
}

const numbers = fc.record({ owner: fc.nat(), target: fc.nat() })
const referenceKinds = [
  'shown',
  'step',
  'required',
  'bound',
  'same',
  'fee',
  'count',
  'when',
  'delivery',
  'booking',
  'fills',
  'renamed',
] as const
const uses = fc.array(fc.tuple(fc.constantFrom(...referenceKinds), numbers), { minLength: 2, maxLength: 9 })

function pick<Item>(items: readonly Item[], at: number): Item | undefined {
  return items[at % Math.max(1, items.length)]
}

function isOutsideLists({ path }: FormNode): boolean {
  return !segmentsOf(path).includes('[]')
}

function isNode(wanted: FormNode['kind']) {
  return (node: FormNode) => node.kind === wanted
}

function decides({ kind: own }: FormNode): boolean {
  return own === 'yes-no' || own === 'choice'
}

function conditionOn({ path, kind: own }: FormNode, at: number): AnswerCondition {
  const value = own === 'choice' ? (pick(choices, at) ?? firstStep) : at % 2 === 0
  return { join: 'and', parts: [{ path, is: 'one-of', values: [value] }] }
}

/** The form with one more reference, as an author makes it. */
function withReference(
  files: FormFiles,
  reference: (typeof referenceKinds)[number],
  { owner, target }: { owner: number; target: number },
): FormFiles {
  const tree = treeOf(files)
  const nodes = allNodes(tree)
  const single = nodes.filter(isOutsideLists)
  const form = recordOf(readValue(files['form.json'] ?? '{}', ''))
  const decided = pick(single.filter(decides), target)
  const add = (key: 'checks', entry: CheckRule) =>
    setInForm(files, `/${key}`, [...(Array.isArray(form[key]) ? (form[key] as unknown[]) : []), entry])
  const line = (entry: Omit<FeeLine, 'text'>) => {
    const { lines } = recordOf(form.fee)
    const known = Array.isArray(lines) ? (lines as unknown[]) : []
    return setInForm(files, '/fee', { lines: [...known, { text: `fee${known.length}`, ...entry }] })
  }
  switch (reference) {
    case 'shown': {
      const node = pick(
        nodes.filter(({ kind: own }) => own !== 'step'),
        owner,
      )
      const field = node && pick(decidingFields(tree, node.path).filter(decides), target)
      return field ? setCondition(files, node.path, conditionOn(field, target)) : files
    }
    case 'step': {
      const step = pick(tree, owner)
      const field = step && pick(decidingForStep(tree, step).filter(decides), target)
      return field ? setStepShown(files, step.path, conditionOn(field, target)) : files
    }
    case 'required': {
      const node = pick(
        single.filter((one) => isQuestion(one) && !one.required),
        owner,
      )
      const field = pick(
        conditionFields(tree).filter((one) => decides(one) && one !== node),
        target,
      )
      return node && field ? setRequiredCondition(files, node.path, conditionOn(field, target)) : files
    }
    case 'bound': {
      const [field, other] = [owner, target].map((at) => pick(single.filter(isNode('date')), at)?.path)
      return field === undefined || other === undefined || field === other
        ? files
        : add('checks', { kind: 'date-range', field, min: { answer: other, days: 1 }, max: 'today' })
    }
    case 'same': {
      const [field, other] = [owner, target].map((at) => pick(single.filter(isNode('text')), at)?.path)
      return field === undefined || other === undefined || field === other
        ? files
        : add('checks', { kind: 'same-as', field, other })
    }
    case 'fee': {
      const path = pick(nodes.filter(isNode('choice')), target)?.path
      if (path === undefined) return files
      const end = path.lastIndexOf('/[]')
      const table = Object.fromEntries(choices.map((value, index) => [value, index + 1]))
      const each = end < 0 ? {} : { forEach: path.slice(0, end), choice: path }
      return line({ amount: { byAnswer: path, table }, ...each })
    }
    case 'count': {
      const path = pick(single.filter(isNode('number')), target)?.path
      return path === undefined ? files : line({ amount: 5, quantity: { answer: path } })
    }
    case 'when':
      return decided ? line({ amount: 5, when: schemaOf(conditionOn(decided, target)) as JsonSchema }) : files
    case 'delivery':
      return decided ? setInForm(files, '/delivery', { when: schemaOf(conditionOn(decided, target)) }) : files
    case 'booking': {
      const path = pick(single.filter(isNode('date')), target)?.path
      return path === undefined ? files : setInForm(files, '/booking', { date: path })
    }
    case 'fills': {
      const filler = pick(nodes.filter(isNode('text')), owner)
      const group = filler && pathToNode(tree, filler.path).at(-2)
      const filled = pick(
        (group?.children ?? []).filter((one) => one.kind === 'text' && one !== filler),
        target,
      )
      return filler && filled
        ? setInForm(files, `${filler.uiPointer}/ui:options/fills`, { prefecture: filled.name })
        : files
    }
    case 'renamed': {
      const path = pick(
        nodes.filter(({ kind: own }) => own !== 'step'),
        target,
      )?.path
      return path === undefined ? files : setInForm(files, joinPointer('/renamed', `former/f${owner % 9}`), path)
    }
  }
}

/** Something that names a question, in paths and values. */
type Reference = { kind: string; owner: FieldPath; target: FieldPath; value?: unknown }

/** The questions that a condition names, as paths. */
function namesIn(schema: unknown, at: readonly string[]): string[] {
  if (Array.isArray(schema)) return schema.flatMap((one: unknown) => namesIn(one, at))
  if (!isRecord(schema)) return []
  const properties = recordOf(schema.properties)
  const required = Array.isArray(schema.required) ? schema.required.map(String) : []
  const named = Object.entries(properties).flatMap(([name, inside]) => {
    const below = namesIn(inside, [...at, escapeSegment(name)])
    return below.length > 0 ? below : [[...at, escapeSegment(name)].join('/')]
  })
  return [
    ...named,
    ...required
      .filter((name) => !Object.hasOwn(properties, name))
      .map((name) => [...at, escapeSegment(name)].join('/')),
    ...['allOf', 'anyOf', 'oneOf', 'not'].flatMap((key) => namesIn(schema[key], at)),
  ]
}

/** A condition in words as far as it has any, and what it names. */
function conditionReferences(
  kindOf: string,
  owner: FieldPath,
  schema: unknown,
  base: FieldPath,
  condition: AnswerCondition | null,
): Reference[] {
  if (!condition)
    return namesIn(schema, base === '' ? [] : base.split('/')).map((target) => ({ kind: kindOf, owner, target }))
  return condition.parts.map((one) => ({
    kind: kindOf,
    owner,
    target: one.path,
    value: one.is === 'one-of' || one.is === 'none-of' ? one.values[0] : one.is,
  }))
}

function referencesIn(files: FormFiles): Reference[] {
  const tree = treeOf(files)
  const nodes = allNodes(tree)
  const form = recordOf(readValue(files['form.json'] ?? '{}', ''))
  const list = (value: unknown) => (Array.isArray(value) ? (value as unknown[]).map(recordOf) : [])
  const whole = (kindOf: string, owner: FieldPath, schema: unknown) =>
    schema === undefined ? [] : conditionReferences(kindOf, owner, schema, '', conditionIn(schema))
  const path = (kindOf: string, owner: FieldPath, target: unknown): Reference[] =>
    typeof target === 'string' ? [{ kind: kindOf, owner, target }] : []
  return [
    ...nodes.flatMap((node) => [
      ...(node.required && node.kind !== 'step' ? [{ kind: 'is required', owner: node.path, target: node.path }] : []),
      ...(node.condition
        ? conditionReferences('shown', node.path, node.condition.schema, node.condition.base, conditionOf(tree, node))
        : []),
      ...Object.values(recordOf(recordOf(node.ui['ui:options']).fills)).flatMap((name) =>
        path('fills', node.path, `${node.path.slice(0, node.path.lastIndexOf('/'))}/${String(name)}`),
      ),
    ]),
    ...list(form.requiredWhen).flatMap(({ field, when }) =>
      conditionReferences(
        'required',
        String(field),
        when,
        '',
        conditionIn(when, '', requiredContext(tree, String(field))),
      ),
    ),
    ...list(form.checks).flatMap(({ kind: own, field, other, min, max }) => [
      ...path(`check ${String(own)}`, String(field), other),
      ...path(`check ${String(own)}, ${String(max)}`, String(field), recordOf(min).answer),
    ]),
    ...list(recordOf(form.fee).lines).flatMap((line) => {
      const owner = `fee:${String(line.text)}`
      return [
        ...feeFactors.flatMap((factor) => {
          const { answer, byAnswer, table } = recordOf(line[factor])
          const cells = Object.entries(recordOf(table)).map(([value, amount]) => ({
            kind: `amount ${String(amount)}`,
            owner,
            target: String(byAnswer),
            value,
          }))
          return [...path(factor, owner, answer), ...path(factor, owner, byAnswer), ...cells]
        }),
        ...path('forEach', owner, line.forEach),
        ...path('choice', owner, line.choice),
        ...whole('charged', owner, line.when),
      ]
    }),
    ...whole('delivery', 'delivery', recordOf(form.delivery).when),
    ...path('booking', 'booking', recordOf(form.booking).date),
    ...Object.entries(recordOf(form.renamed)).flatMap(([former, to]) =>
      former.startsWith('former/') ? path('renamed', `renamed:${former}`, to) : [],
    ),
    ...sampleReferences(files),
  ]
}

/** The answers of the samples, each at its question. */
function sampleReferences(files: FormFiles): Reference[] {
  const visit = (value: unknown, at: string): Reference[] => {
    if (Array.isArray(value)) return value.flatMap((one: unknown) => visit(one, `${at}/[]`))
    if (isRecord(value)) return Object.entries(value).flatMap(([name, one]) => visit(one, `${at}/${name}`))
    return [{ kind: 'answer', owner: at.slice(1), target: at.slice(1), value }]
  }
  const wrong = recordOf(readValue(files['invalid/first.json'] ?? '{}', ''))
  const removed = Array.isArray(wrong.remove) ? wrong.remove.map(String) : []
  const pointers = [...removed, ...(isRecord(wrong.expect) ? [String(wrong.expect.pointer)] : [])]
  return [
    ...visit(readValue(files['valid/all.json'] ?? '{}', ''), ''),
    ...pointers.map((pointer) => ({ kind: 'wrong', owner: pointer.slice(1), target: pointer.slice(1) })),
  ]
}

/** What a path means, whatever it is called: labels are for people. `mark` tells a copy from its original. */
function meanings(files: FormFiles, copied: readonly FieldPath[] = []) {
  const tree = treeOf(files)
  const labels = labelsOf(files['texts.ja.json'] ?? '{}', tree)
  const mark = (path: FieldPath) => (copied.some((one) => isInside(path, one)) ? 'copy of ' : '')
  const labelOf = (path: FieldPath) => (labels.get(path) ?? '').replace(/のコピー\d*$/, '')
  const meaning = (path: FieldPath): string => {
    if (/^(?:fee|renamed):|^(?:delivery|booking)$/.test(path)) return path
    const trail = pathToNode(tree, path)
    if (trail.length === 0) return `nothing at ${path}`
    // Columns of a table have one label.
    const row = trail.find(
      (_, index) => index > 0 && trail[index - 1] !== undefined && isTable(trail[index - 1] as FormNode),
    )
    const around = row && row.path !== path ? `${labelOf(row.path)}, ` : ''
    return `${mark(path)}${around}${labelOf(path)}`
  }
  return (reference: Reference): string => {
    const node = pathToNode(tree, reference.target).at(-1)
    const choice = node && choicesOf(files, node).find(({ value }) => value === reference.value)
    const value = choice ? choice.ja : JSON.stringify(reference.value)
    return `${meaning(reference.owner)} · ${reference.kind} · ${meaning(reference.target)} · ${value}`
  }
}

function sentences(files: FormFiles, references = referencesIn(files), copied: readonly FieldPath[] = []): string[] {
  return references.map(meanings(files, copied)).toSorted()
}

/** What must hold of every form. */
function expectWhole(files: FormFiles): void {
  const tree = treeOf(files)
  const nodes = allNodes(tree)
  const paths = new Set(nodes.map(({ path }) => path))
  for (const language of ['ja', 'en']) {
    const texts = recordOf(readValue(files[`texts.${language}.json`] ?? '{}', ''))
    const steps = new Set(Object.keys(recordOf(texts.steps)))
    expect([...Object.keys(recordOf(texts.fields)), ...steps].filter((path) => !paths.has(path))).toEqual([])
    const labelled = nodes.filter(({ kind: own }) => own !== 'step').map(({ path }) => path)
    expect(labelled.filter((path) => !Object.hasOwn(recordOf(texts.fields), path))).toEqual([])
  }
  for (const { children } of nodes.filter(isTable)) {
    const columns = children.map((row) => row.children.map(({ name }) => name).toSorted())
    for (const one of columns) expect(one).toEqual(columns[0])
  }
  // `fills-unknown` reports a question that was moved away from those that it fills in.
  const lost = sentences(files).filter(
    (sentence) => sentence.includes('nothing at') && !sentence.includes(' · fills · '),
  )
  expect(lost).toEqual([])
}

const operations = ['rename', 'renameChoice', 'copy', 'move', 'split', 'remove', 'removeChoice'] as const
const acts = fc.array(fc.tuple(fc.constantFrom(...operations), numbers), { minLength: 1, maxLength: 4 })

/** What the studio does. */
function done(before: FormFiles, command: (files: FormFiles) => FormFiles): FormFiles {
  return withSameRows(before, command(before))
}

function act(
  before: FormFiles,
  operation: (typeof operations)[number],
  { owner, target }: { owner: number; target: number },
  counts: { [operation: string]: number },
): FormFiles {
  const tree = treeOf(before)
  const nodes = allNodes(tree)
  const node = pick(nodes, owner)
  if (!node) return before
  const { path } = node
  // Rows of a table are told apart by their labels, which a row outside of its table does not share with others.
  const isRow = pathToNode(tree, path).slice(0, -1).some(isTable) && sameColumns(tree, path).length === 1
  if (isRow && ['move', 'split'].includes(operation)) return before
  const compared: [actual: unknown, expected: unknown][] = []
  const must = (actual: unknown, expected: unknown) => compared.push([actual, expected])
  const after = (() => {
    switch (operation) {
      case 'rename': {
        const after = done(before, (files) => renameNode(files, path, `n${target % 5}x${owner}`, target % 2 === 0))
        must(pathToNode(treeOf(after), renamedPath(path, `n${target % 5}x${owner}`)).length > 0, true)
        must(sentences(after), sentences(before))
        return after
      }
      case 'renameChoice': {
        const choice = pick(nodes.filter(isNode('choice')), owner)
        const [value] = choice ? choicesOf(before, choice) : []
        if (!choice || !value) return before
        const after = done(before, (files) => renameChoice(files, choice, value.value, `v${target}`))
        must(sentences(after), sentences(before))
        return after
      }
      case 'move': {
        // A question that moves into a table gets rows around it, which its meaning here does not have yet.
        const isInTable = (one: FormNode) => pathToNode(tree, one.path).some(isTable)
        const parents = nodes.filter((one) => ['step', 'group', 'list'].includes(one.kind) && !isInTable(one))
        const parent = node.kind === 'step' ? '' : (pick(parents, target)?.path ?? '')
        const place = { parent, index: target % 3 }
        if (obstacleTo(before, path, place) !== null) return before
        const to = movedPath(before, path, place)
        const after = done(before, (files) => moveNode(files, path, place))
        // Answers of entries have other places.
        const isSameList = path.split('[]').length === to.split('[]').length
        const kept = ({ kind: own }: Reference) => own !== 'fills' && (isSameList || !['answer', 'wrong'].includes(own))
        must(sentences(after, referencesIn(after).filter(kept)), sentences(before, referencesIn(before).filter(kept)))
        return after
      }
      case 'split': {
        const titles = { ja: labelsOf(before['texts.ja.json'] ?? '{}', tree).get(path) ?? '', en: 'New' }
        const after = done(before, (files) => splitIntoStep(files, path, `new${owner}${target}`, titles))
        const others = (files: FormFiles) =>
          sentences(
            files,
            referencesIn(files).filter(({ kind: own }) => own !== 'fills'),
          )
        must(others(after), others(before))
        return after
      }
      case 'copy': {
        const copied = copiedPath(before, path)
        const after = done(before, (files) => copyNode(files, path, copied))
        const copies = sameColumns(treeOf(after), copied)
        const originals = sameColumns(tree, path)
        const inCopy = (at: FieldPath) => {
          const index = originals.findIndex((one) => isInside(at, one))
          return index < 0 ? at : `${copies[index] ?? ''}${at.slice(originals[index]?.length ?? 0)}`
        }
        const known = referencesIn(before)
        const added = known
          .filter((one) => originals.some((original) => isInside(one.owner, original)))
          .filter((one) => one.kind !== 'wrong')
          // Each row gets the answer of the copied one, which may have none.
          .filter((one) => one.kind !== 'answer' || originals.length === 1)
          .map((one) => ({ ...one, owner: inCopy(one.owner), target: inCopy(one.target) }))
        const expected = [...sentences(before, known), ...sentences(after, added, copies)].toSorted()
        const isKnown = (one: Reference) =>
          one.kind !== 'answer' || copies.length === 1 || !copies.some((copy) => isInside(one.owner, copy))
        must(sentences(after, referencesIn(after).filter(isKnown), copies), expected)
        return after
      }
      case 'remove':
      case 'removeChoice': {
        const choice = operation === 'remove' ? undefined : pick(nodes.filter(isNode('choice')), owner)
        const values = choice ? choicesOf(before, choice) : []
        const removed: Removed =
          operation === 'remove' ? { path } : { path: choice?.path ?? '', value: pick(values, target)?.value }
        if (operation === 'remove' ? tree.length < 2 && node.kind === 'step' : values.length < 2) return before
        const after = done(before, (files) =>
          removeWith(
            files,
            removed,
            usesOf(files, removed).map((use) => [use, 'fix']),
          ),
        )
        const columns = sameColumns(tree, removed.path)
        const isGone = (at: FieldPath) => columns.some((one) => isInside(at, one))
        const known = referencesIn(before)
        const touched = new Set(known.filter(({ target: to }) => isGone(to)).map(({ owner: of }) => of))
        const left = known.filter((one) => !isGone(one.owner) && !touched.has(one.owner))
        const now = new Set(sentences(after))
        must(
          sentences(before, left).filter((one) => !now.has(one)),
          [],
        )
        const then = new Set(sentences(before))
        const isNew = (one: string) => !then.has(one) && !one.includes(' · answer · ')
        must([...now].filter(isNew), [])
        const isLeft = ({ target: to, value }: Reference) => isGone(to) && value === removed.value
        must(removed.value === undefined ? [] : referencesIn(after).filter(isLeft), [])
        return after
      }
    }
  })()
  for (const [actual, expected] of compared) expect(actual).toEqual(expected)
  if (after !== before) counts[operation] = (counts[operation] ?? 0) + 1
  return after
}

it('keeps what every condition, fee, check, text and sample means, whatever is renamed, split, moved, copied or removed', () => {
  const counts: { [operation: string]: number } = {}
  fc.assert(
    fc.property(steps, uses, acts, (plan, references, sequence) => {
      let files = references.reduce(
        (result, [reference, at]) => done(result, (before) => withReference(before, reference, at)),
        formOf(plan),
      )
      expectWhole(files)
      for (const [operation, at] of sequence) {
        files = act(files, operation, at, counts)
        expectWhole(files)
      }
    }),
    { numRuns: 60 },
  )
  for (const operation of operations) expect([operation, (counts[operation] ?? 0) > 3]).toEqual([operation, true])
})
