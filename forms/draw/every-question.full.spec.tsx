import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { renderToString } from 'react-dom/server'
import { beforeAll, expect, it } from 'vitest'
import type { Answers, FieldText, FormSource, JsonSchema } from '../../form-model/definition.ts'
import { isRecord } from '../../form-model/record.ts'
import { FormStep } from '../../src/form-engine/step/FormPage.tsx'
import type { LoadedForm } from '../../src/form-engine/definition/load-form.ts'
import { exampleForm } from '../../src/form-engine/testing/example-form.ts'
import { stepToSend } from '../../src/form-engine/validation/answers-to-send.ts'
import { loadNamespaces } from '../../src/i18n/texts.ts'
import { uiTexts } from '../../src/ui/testing/ui-texts.ts'
import { UiTextsContext } from '../../src/ui/ui-texts.ts'
import { checkForm } from '../check/check-form.ts'
import { testForm } from '../check/test-form.ts'
import { differencesOf } from '../differences/change-sentences.ts'
import { readFormVersion } from '../differences/form-version.ts'
import type { FormVersion } from '../differences/form-version.ts'
import { outlineOf } from '../differences/outline.ts'
import { readFormFiles } from '../edit/form-folder.ts'
import { removeNode, treeOf } from '../edit/commands.ts'
import { allNodes, isQuestion } from '../edit/form-tree.ts'
import { makeSamples } from '../samples/make-samples.ts'
import { toFindings } from '../source/finding.ts'
import { questionTable } from '../spreadsheets/question-table.ts'

const work = mkdtempSync(path.join(tmpdir(), 'every-question-'))
beforeAll(() => loadNamespaces(['form-engine', 'fields']))

/** A group, and for each of its branches, also inside other branches, the answers of the group that lead there. */
type Group = { schema: JsonSchema; answers: Answers[string][] }

/** How a condition is written, or what contains the questions. */
const shapes = [
  'if',
  'else',
  'allOf',
  'combined',
  'dependency',
  'reference',
  'group',
  'list',
  'entries',
  'union',
] as const
type Shape = (typeof shapes)[number]
type Plan = { shape: Shape; inside: Plan[] }

const plans = fc.letrec<{ plan: Plan }>((tie) => ({
  plan: fc.record({
    shape: fc.constantFrom(...shapes),
    inside: fc.array(tie('plan'), { maxLength: 2, depthIdentifier: 'plan' }),
  }),
})).plan
const deepest = 3

/** The schema of a group with the planned branches; each question has another name in the whole form. */
function groupOf(plan: readonly Plan[]): { schema: JsonSchema; answers: Answers[string][] } {
  let count = 0
  const definitions: JsonSchema = {}
  const newName = () => `q${(count += 1)}`
  const text = { type: 'string', maxLength: 20 }
  const groupFor = (inside: readonly Plan[], depth: number): Group => {
    const own = newName()
    let group: Group = {
      schema: { type: 'object', properties: { [own]: text }, required: [own] },
      answers: [{ [own]: '本' }],
    }
    if (depth < deepest) for (const { shape, inside: next } of inside) group = withBranch(group, shape, next, depth + 1)
    return group
  }
  const properties = (schema: JsonSchema) => (isRecord(schema.properties) ? schema.properties : {})
  const list = (value: unknown) => (Array.isArray(value) ? (value as unknown[]) : [])
  const withQuestion = (schema: JsonSchema, name: string, question: JsonSchema, isRequired = true): JsonSchema => ({
    ...schema,
    properties: { ...properties(schema), [name]: question },
    required: isRequired ? [...list(schema.required), name] : schema.required,
  })
  const branch = ({ schema: { type: _type, ...rest } }: Group): JsonSchema => rest
  const withBranch = ({ schema, answers }: Group, shape: Shape, plan: readonly Plan[], depth: number): Group => {
    const inside = groupFor(plan, depth)
    const name = newName()
    const and = (rule: JsonSchema) => ({ ...schema, allOf: [...list(schema.allOf), rule] })
    const each = (of: (answer: Answers[string]) => Answers[string]) => inside.answers.map(of)
    const first = answers[0] ?? {}
    const decided = (wanted: boolean) => ({ properties: { [name]: { const: wanted } }, required: [name] })
    const yes = each((answer) => ({ ...first, ...answer, [name]: true }))
    const no = answers.map((answer) => ({ ...answer, [name]: false }))
    const onAnswer = (rule: JsonSchema) => withQuestion(rule, name, { type: 'boolean' })
    switch (shape) {
      case 'if':
        if (schema.if !== undefined) return withBranch({ schema, answers }, 'allOf', plan, depth)
        return {
          schema: onAnswer({ ...schema, if: decided(true), then: branch(inside) }),
          answers: [...no, ...yes],
        }
      case 'else': {
        const other = newName()
        const rule = {
          if: decided(true),
          then: { properties: { [other]: text }, required: [other] },
          else: branch(inside),
        }
        return {
          schema: onAnswer(and(rule)),
          answers: [
            ...answers.map((answer) => ({ ...answer, [name]: true, [other]: '本' })),
            ...each((answer) => ({ ...first, ...answer, [name]: false })),
          ],
        }
      }
      case 'allOf':
        return { schema: onAnswer(and({ if: decided(true), then: branch(inside) })), answers: [...no, ...yes] }
      case 'combined':
        return {
          schema: and(branch(inside)),
          answers: answers.flatMap((answer, index) =>
            index === 0 ? each((one) => ({ ...answer, ...one })) : [{ ...answer, ...inside.answers[0] }],
          ),
        }
      case 'dependency': {
        const asked = withQuestion(schema, name, text, false)
        const dependencies = isRecord(schema.dependencies) ? schema.dependencies : {}
        return {
          schema: { ...asked, dependencies: { ...dependencies, [name]: branch(inside) } },
          answers: [...answers, ...each((answer) => ({ ...first, ...answer, [name]: '本' }))],
        }
      }
      case 'reference':
        definitions[name] = branch(inside)
        return {
          schema: onAnswer(and({ if: decided(true), then: { $ref: `#/definitions/${name}` } })),
          answers: [...no, ...yes],
        }
      case 'group':
        return {
          schema: withQuestion(schema, name, inside.schema),
          answers: [
            ...answers.map((answer) => ({ ...answer, [name]: inside.answers[0] ?? {} })),
            ...each((answer) => ({ ...first, [name]: answer })),
          ],
        }
      case 'list':
        return {
          schema: withQuestion(schema, name, { type: 'array', minItems: 1, maxItems: 9, items: inside.schema }),
          answers: [
            ...answers.map((answer) => ({ ...answer, [name]: inside.answers.slice(0, 1) })),
            ...each((answer) => ({ ...first, [name]: [answer] })),
          ],
        }
      case 'entries': {
        // A condition around a list adds questions to its entries.
        const [rows, own] = [newName(), newName()]
        const entry = { type: 'object', properties: { [own]: text }, required: [own] }
        const rule = { if: decided(true), then: { properties: { [rows]: { items: branch(inside) } } } }
        const asked = onAnswer(and(rule))
        return {
          schema: withQuestion(asked, rows, { type: 'array', minItems: 1, maxItems: 9, items: entry }),
          answers: [
            ...no.map((answer) => ({ ...answer, [rows]: [{ [own]: '本' }] })),
            ...each((answer) => ({ ...first, [name]: true, [rows]: [{ ...answer, [own]: '本' }] })),
          ],
        }
      }
      case 'union': {
        const [tag, other] = [newName(), newName()]
        const tagged = (value: string, question: JsonSchema) =>
          withQuestion(question, tag, { type: 'string', const: value })
        const union = {
          type: 'object',
          required: [tag],
          discriminator: { propertyName: tag },
          oneOf: [tagged('a', branch(inside)), tagged('b', { properties: { [other]: text }, required: [other] })],
        }
        return {
          schema: withQuestion(schema, name, union),
          answers: [
            ...answers.map((answer) => ({ ...answer, [name]: { [tag]: 'b', [other]: '本' } })),
            ...each((answer) => ({ ...first, [name]: { ...answer, [tag]: 'a' } })),
          ],
        }
      }
    }
  }
  const { schema, answers } = groupFor(plan, 0)
  return { schema: Object.keys(definitions).length > 0 ? { ...schema, definitions } : schema, answers }
}

type Written = { folder: string; paths: string[] }

/** Writes a form whose only step has the schema. */
function write(name: string, schema: JsonSchema, label: string): Written {
  const folder = path.join(work, name, 'town/service/individual')
  const form: FormSource = { engine: 1, steps: [{ id: 'a', schema }] }
  rmSync(path.join(work, name), { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'form.json'), JSON.stringify(form, null, 2))
  const paths = allNodes(treeOf(readFormFiles(folder))).flatMap((node) => (node.kind === 'step' ? [] : [node.path]))
  const fields = Object.fromEntries(
    paths.map((field): [string, FieldText] => [
      field,
      { label: `${label}${field}`, options: { a: '甲', b: '乙', true: 'はい', false: 'いいえ' } },
    ]),
  )
  const texts = { title: '例', steps: { a: { title: '一' } }, fields }
  for (const language of ['ja', 'en'])
    writeFileSync(path.join(folder, `texts.${language}.json`), JSON.stringify(texts, null, 2))
  return { folder, paths }
}

function readVersion({ folder }: Written): FormVersion {
  const version = readFormVersion(folder)
  if (!version) throw new Error('The form cannot be read')
  return version
}

/** The names of the questions that the portal draws with the answers. */
function drawnNames(form: LoadedForm, answers: Answers[string]): string[] {
  const refuse = () => Promise.reject(new Error('not used'))
  const html = renderToString(
    <UiTextsContext value={uiTexts}>
      <FormStep
        form={form}
        stepId="a"
        answers={{ a: answers }}
        lookups={{ address: refuse, corporation: refuse }}
        onInput={() => undefined}
        onCommit={() => undefined}
      />
    </UiTextsContext>,
  )
  return [...html.matchAll(/ id="a\.(?:[\w.]+\.)?(q\d+)"/g)].flatMap(([, name]) => name ?? [])
}

function namesOf(paths: Iterable<string>): string[] {
  return [...new Set([...paths].map((each) => each.split('/').at(-1) ?? ''))].toSorted()
}

/** The questions that a valid sample answers. */
function answeredNames(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(answeredNames)
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([name, inside]) => [name, ...answeredNames(inside)])
}

/** Tried before generated ones: a condition in a condition, in a list, around a union, and behind a reference. */
const examples: [Plan[]][] = [
  [[{ shape: 'if', inside: [{ shape: 'if', inside: [] }] }]],
  [[{ shape: 'if', inside: [{ shape: 'list', inside: [{ shape: 'if', inside: [] }] }] }]],
  [[{ shape: 'else', inside: [{ shape: 'union', inside: [{ shape: 'if', inside: [] }] }] }]],
  [[{ shape: 'reference', inside: [{ shape: 'dependency', inside: [] }] }]],
  [[{ shape: 'entries', inside: [{ shape: 'entries', inside: [] }] }]],
  [[{ shape: 'union', inside: [{ shape: 'entries', inside: [] }] }]],
]

function expectKnownEverywhere(plan: readonly Plan[]) {
  const { schema, answers } = groupOf(plan)
  const before = write('before', schema, 'は')
  const files = readFormFiles(before.folder)
  const nodes = allNodes(treeOf(files))
  const version = readVersion(before)
  const form = exampleForm({ steps: [{ id: 'a', schema: version.form.steps[0]?.schema ?? {} }] })
  const drawnBy = answers.map((given) => drawnNames(form, given))
  const drawn = namesOf(drawnBy.flat())

  for (const [index, given] of answers.entries()) {
    const asked = answeredNames(given).filter((name) => drawnBy[index]?.includes(name))
    expect(namesOf(answeredNames(stepToSend(form, 'a', given))), 'the sent answers').toEqual(namesOf(asked))
  }

  expect(namesOf(before.paths), 'the tree').toEqual(drawn)
  const rows = outlineOf(version, 'ja').steps.flatMap((step) => step.rows.map((row) => row.path))
  expect(namesOf(rows), 'the printed form').toEqual(drawn)
  const table = questionTable(files).slice(1)
  expect(namesOf(table.map((row) => row[2] ?? '')), 'the table').toEqual(drawn)

  const after = readVersion(write('after', schema, 'が'))
  expect(namesOf(differencesOf(version, after, 'ja').map((one) => one.path)), 'changed labels').toEqual(drawn)
  const longer: unknown = JSON.parse(JSON.stringify(schema).replaceAll('"maxLength":20', '"maxLength":21'))
  const changed = readVersion(write('changed', isRecord(longer) ? longer : {}, 'は'))
  const texts = nodes.filter(({ merged }) => merged.maxLength === 20).map((node) => node.path)
  expect(namesOf(differencesOf(version, changed, 'ja').map((one) => one.path)), 'changed limits').toEqual(
    namesOf(texts),
  )

  const unlabelled = write('unlabelled', schema, '')
  for (const language of ['ja', 'en'])
    writeFileSync(
      path.join(unlabelled.folder, `texts.${language}.json`),
      JSON.stringify({ title: '例', steps: { a: { title: '一' } }, fields: {} }),
    )
  const withoutLabel = checkForm(unlabelled.folder).problems.filter(({ rule }) => rule === 'no-label')
  expect(namesOf(withoutLabel.map(({ params }) => String(params?.path))), 'the rules').toEqual(drawn)

  const checked = checkForm(before.folder)
  if (!checked.usable) throw new Error(JSON.stringify(toFindings(checked.problems, 'en')))
  const made = makeSamples(checked.form, checked.usable.runner, checked.usable.samples, Date.now())
  expect(made.untaken, 'the samples').toEqual([])
  const valid = Object.entries(made.files).filter(([file]) => file.startsWith('valid/'))
  const answered = valid.flatMap(([, content]) => answeredNames((JSON.parse(content) as Answers).a))
  expect(namesOf(answered), 'the samples').toEqual(drawn)
  for (const [file, content] of Object.entries(made.files)) {
    mkdirSync(path.dirname(path.join(before.folder, file)), { recursive: true })
    writeFileSync(path.join(before.folder, file), content)
  }
  const untested = testForm(checkForm(before.folder), Date.now())?.branches.filter(({ bySamples }) => !bySamples)
  expect(untested, 'the coverage').toEqual([])

  // A removed question is drawn by no branch any more, and no other question is lost.
  for (const node of nodes.filter((each) => isQuestion(each) && each.children.length === 0).slice(0, 3)) {
    const left = allNodes(treeOf(removeNode(files, node.path)))
    const others = nodes.filter((other) => other.path !== node.path && other.kind !== 'step').map((other) => other.name)
    expect(
      left.filter(({ kind }) => kind !== 'step').map(({ name }) => name),
      `without ${node.name}`,
    ).toEqual(others)
  }
}

it('finds and sends every question that the portal draws: tree, paper, differences, rules, samples', () => {
  const anyPlans = fc.array(plans, { minLength: 1, maxLength: 2 })
  fc.assert(fc.property(anyPlans, expectKnownEverywhere), { numRuns: 25, examples })
})
