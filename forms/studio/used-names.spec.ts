import fc from 'fast-check'
import { expect, it } from 'vitest'
import { blocks } from '../edit/blocks.ts'
import {
  addBlock,
  addChoice,
  addStep,
  choicesOf,
  freeName,
  freeStepId,
  removeNode,
  setChoices,
  treeOf,
} from '../edit/commands.ts'
import type { FormFiles } from '../edit/commands.ts'
import { allNodes, pathToNode } from '../edit/form-tree.ts'
import type { FormNode } from '../edit/form-tree.ts'
import { moveNode } from '../edit/move-node.ts'
import { readValue } from '../edit/json-text.ts'
import { isTakenPlace, namesIn } from '../edit/used-names.ts'
import { StudioDocument } from './studio-document.ts'

const choice = blocks.find(({ id }) => id === 'choice')
if (!choice) throw new Error('The palette has no choice')

const published = {
  steps: [
    {
      id: 'one',
      schema: {
        type: 'object',
        properties: { choice: { enum: ['choice1', 'choice4'] }, choice2: { enum: ['choice1'] } },
      },
    },
    { id: 'step', schema: { type: 'object', properties: { choice: { enum: ['other'] } } } },
  ],
}

function open(form: object, usedNames: string[]): Promise<StudioDocument> {
  return StudioDocument.open('town/dog/individual', {
    tab: 'only',
    otherTabs: () => Promise.resolve(new Set()),
    read: () =>
      Promise.resolve({ 'form.json': JSON.stringify(form), 'texts.ja.json': '{}', 'texts.en.json': '{}' } as FormFiles),
    usedNames: () => Promise.resolve(usedNames),
    save: () => Promise.reject(new TypeError('Failed to fetch')),
    storage: { getItem: () => null, setItem: () => undefined, removeItem: () => undefined },
    later: () => () => undefined,
  })
}

const one = { steps: [{ id: 'one', schema: { type: 'object', properties: {} } }] }

type Act = { kind: 'question' | 'step' | 'choice' | 'remove' | 'removeChoice' | 'rename' | 'undo' | 'redo'; at: number }

const words = [
  { ja: 'その他', en: 'Other' },
  { ja: '東小学校', en: '東小学校' },
  { ja: '犬', en: 'Dog' },
]

function pick<Value>(list: readonly Value[], at: number): Value | undefined {
  return list[at % Math.max(1, list.length)]
}

/** One click of an author. Returns the names that it gives to a new question, step or choice. */
function act(edited: StudioDocument, { kind, at }: Act): string[] {
  const { files } = edited.state()
  const tree = treeOf(files)
  const used = edited.usedNames()
  const before = new Set(namesIn(JSON.parse(files['form.json'] ?? '{}')))
  const questions = allNodes(tree).filter((node) => node.kind === 'choice')
  const [step, question] = [pick(tree, at), pick(questions, at)]
  const change = (command: (now: FormFiles) => FormFiles) => edited.change(kind, command)
  const setOn = (node: FormNode, choices: ReturnType<typeof choicesOf>) =>
    change((now) => setChoices(now, node, choices))
  if (kind === 'undo') edited.undo()
  else if (kind === 'redo') edited.redo()
  else if (kind === 'step') change((now) => addStep(now, freeStepId(now, used), { ja: '', en: '' }))
  else if (kind === 'question' && step && choice)
    change((now) => addBlock(now, choice, step.path, freeName(now, step.path, 'choice', used)))
  else if (kind === 'choice' && question) change((now) => addChoice(now, question, pick(words, at) ?? fail(), used))
  else if (kind === 'remove') change((now) => removeNode(now, (question ?? step)?.path ?? ''))
  else if (kind === 'removeChoice' && question) setOn(question, choicesOf(files, question).slice(1))
  else if (kind === 'rename' && question)
    setOn(
      question,
      choicesOf(files, question).map((old) => ({ ...old, ja: `${old.ja}改` })),
    )
  if (!['question', 'step', 'choice'].includes(kind)) return []
  return namesIn(JSON.parse(edited.state().files['form.json'] ?? '{}')).filter((name) => !before.has(name))
}

it('no value or name that was ever shown is given to another choice, question or step', async () => {
  const kinds = ['question', 'step', 'choice', 'remove', 'removeChoice', 'rename', 'undo', 'redo'] as const
  const acts = fc.array(fc.record({ kind: fc.constantFrom(...kinds), at: fc.nat(5) }), { maxLength: 40 })
  let given = 0
  await fc.assert(
    fc.asyncProperty(acts, fc.boolean(), async (sequence, isPublished) => {
      const old = isPublished ? namesIn(published) : []
      const edited = await open(one, old)
      const shown = new Set([...old, ...namesIn(one)])
      for (const each of sequence) {
        const names = act(edited, each)
        given += names.length
        expect(names.filter((name) => shown.has(name))).toEqual([])
        for (const name of namesIn(JSON.parse(edited.state().files['form.json'] ?? '{}'))) shown.add(name)
      }
    }),
    { numRuns: 60 },
  )
  expect(given).toBeGreaterThan(100)
})

it('the values of a question that was moved are not given to its new choices', async () => {
  const edited = await open({ steps: [...one.steps, { id: 'two', schema: { type: 'object', properties: {} } }] }, [])
  const node = () => allNodes(treeOf(edited.state().files)).find(({ kind }) => kind === 'choice')
  const values = () => choicesOf(edited.state().files, node() ?? fail()).map(({ value }) => value)
  act(edited, { kind: 'question', at: 0 })
  act(edited, { kind: 'removeChoice', at: 0 })
  edited.change('move', (files) => moveNode(files, 'one/choice', { parent: 'two', index: 0 }))
  edited.change('add', (files) => addChoice(files, node() ?? fail(), { ja: '1番', en: 'Choice 1' }, edited.usedNames()))
  expect(pathToNode(treeOf(edited.state().files), 'two/choice')).toHaveLength(2)
  expect(values()).toEqual(['choice2', 'other', 'choice12'])
})

it('a question is not moved to the place of a former one, but back to its own', async () => {
  const edited = await open({ steps: [...one.steps, { id: 'two', schema: { type: 'object', properties: {} } }] }, [])
  const taken = (path: string, target: string) =>
    isTakenPlace(edited.usedNames(), readValue(edited.state().files['form.json'] ?? '', '/renamed'), path, target)
  act(edited, { kind: 'question', at: 0 })
  expect(taken('one/choice', 'two/choice')).toBe(false)
  edited.change('move', (files) => moveNode(files, 'one/choice', { parent: 'two', index: 0 }))
  expect(taken('two/choice', 'one/choice')).toBe(false)
  edited.change('remove', (files) => removeNode(files, 'two/choice'))
  act(edited, { kind: 'question', at: 0 })
  expect(taken('one/choice2', 'two/choice')).toBe(true)
  expect(taken('one/choice2', 'one/choice2')).toBe(false)
})

function fail(): never {
  throw new Error('There is no question')
}

it.each([
  [{ ja: 'その他', en: 'Another one' }, 'other'],
  [{ ja: '東小学校', en: 'East elementary school' }, 'eastElementarySchool'],
  [{ ja: '東小学校', en: '東小学校' }, 'choice2'],
  [{ ja: 'A棟', en: 'A' }, 'a'],
])('the value of the choice %j is %s', (label, value) => {
  const files: FormFiles = {
    'form.json': JSON.stringify({
      steps: [{ id: 'one', schema: { type: 'object', properties: { kind: { type: 'string', enum: ['x'] } } } }],
    }),
  }
  const node = pathToNode(treeOf(files), 'one/kind')[1] ?? fail()
  const after = addChoice(files, node, label, new Set())
  expect(
    choicesOf(after, { ...node, schema: pathToNode(treeOf(after), 'one/kind')[1]?.schema ?? {} }).at(-1)?.value,
  ).toBe(value)
})
