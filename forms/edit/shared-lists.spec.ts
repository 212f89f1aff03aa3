import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { buildForms } from '../build/build.ts'
import { checkForm } from '../check/check-form.ts'
import { testForm } from '../check/test-form.ts'
import { differencesOf } from '../differences/change-sentences.ts'
import { readFormVersion } from '../differences/form-version.ts'
import { toFindings } from '../source/finding.ts'
import { listUses } from '../studio/project-forms.ts'
import { createForm } from '../templates/new-form.ts'
import type { Block } from './blocks.ts'
import { addBlock, addChoice, choicesOf, freeName, setChoices, treeOf } from './commands.ts'
import type { FormFiles } from './commands.ts'
import { feeLines, feeListOf, ownFees, setFeeKey, shareFees } from './fees.ts'
import { readFormFiles, writeFormFiles } from './form-folder.ts'
import { allNodes, pathToNode } from './form-tree.ts'
import type { FormNode } from './form-tree.ts'
import { joinList, leaveList, listBlock, makeList } from './list-commands.ts'
import { ownBlocks, removeBlock, saveBlock } from './own-blocks.ts'
import { listsIn, pairOfLists } from './shared-lists.ts'
import { noNames } from './used-names.ts'

const title = { ja: '犬の登録', en: 'Dog licence' }
const names = { ja: '申請の種類', en: 'Kinds of applications' }
const kind = 'request/kind'

const size: Block = {
  id: 'size',
  name: 'size',
  title: { ja: '大きさ', en: 'Size' },
  schema: { type: 'string', enum: ['s', 'l'] },
  ui: { 'ui:widget': 'radio' },
  texts: {
    ja: { '': { label: '大きさ', options: { s: '小さい', l: '大きい' } } },
    en: { '': { label: 'Size', options: { s: 'Small', l: 'Large' } } },
  },
  sample: 's',
  required: true,
  checks: [],
}

/** Two forms of a tenant. */
function twoForms(): [string, string] {
  const root = mkdtempSync(path.join(tmpdir(), 'forms-lists-'))
  const form = (service: string) =>
    createForm({ root, tenant: 'town', service, type: 'individual', template: 'simple', title })
  return [form('dogs'), form('cats')]
}

function nodeAt(files: FormFiles, at: string): FormNode {
  return pathToNode(treeOf(files), at).at(-1) ?? fail()
}

function fail(): never {
  throw new Error('There is no question')
}

/** Changes the files of a form in its folder. */
function change(folder: string, command: (files: FormFiles) => FormFiles): FormFiles {
  const before = readFormFiles(folder)
  const after = command(before)
  writeFormFiles(folder, before, after)
  return after
}

function rulesOf(folder: string): string[] {
  return toFindings(checkForm(folder).problems, 'en').flatMap(({ rule }) => (rule === 'template-text' ? [] : [rule]))
}

function outcome(folder: string) {
  const checked = checkForm(folder)
  const tested = testForm(checked, Date.now())
  return {
    // Those about the texts of the template are not about the lists.
    findings: rulesOf(folder),
    accepted: tested?.generated.accepted,
    branches: tested?.branches.map(({ bySamples }) => bySamples),
  }
}

function choicesIn(folder: string) {
  const files = readFormFiles(folder)
  return choicesOf(files, nodeAt(files, kind))
}

it('asks the same with the choices in a list, and with its own ones again', () => {
  const [dogs] = twoForms()
  const [choices, before] = [choicesIn(dogs), outcome(dogs)]
  const made = change(dogs, (files) => makeList(files, nodeAt(files, kind), 'kinds', names))
  expect(listsIn(made)).toEqual(['kinds'])
  expect(nodeAt(made, kind).kind).toBe('choice')
  expect(choicesIn(dogs)).toEqual(choices)
  expect(outcome(dogs)).toEqual(before)
  change(dogs, (files) => leaveList(files, nodeAt(files, kind)))
  expect(choicesIn(dogs)).toEqual(choices)
  expect(outcome(dogs)).toEqual(before)
})

it('changes a list for each form that uses it, and gives no value twice', () => {
  const [dogs, cats] = twoForms()
  change(dogs, (files) => makeList(files, nodeAt(files, kind), 'kinds', names))
  change(cats, (files) => joinList(files, nodeAt(files, kind), 'kinds'))
  const added = { ja: '転入', en: 'Moving in' }
  change(cats, (files) => addChoice(files, nodeAt(files, kind), added, noNames))
  expect(choicesIn(dogs)).toEqual(choicesIn(cats))
  expect(choicesIn(dogs).at(-1)).toMatchObject({ ...added, value: 'movingIn' })
  change(dogs, (files) => setChoices(files, nodeAt(files, kind), choicesIn(dogs).slice(0, -1)))
  change(cats, (files) => addChoice(files, nodeAt(files, kind), added, noNames))
  expect(choicesIn(dogs).at(-1)?.value).toBe('movingIn2')
})

it('shares the fees of a list, so that a change concerns each form that uses them and no published version', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'forms-fee-lists-'))
  const form = (service: string) =>
    createForm({ root, tenant: 'town', service, type: 'individual', template: 'with-fee', title })
  const [dogs, cats] = [form('dogs'), form('cats')]
  const deciding = 'items/lines/[]/kind'
  const amountIn = (folder: string) => feeLines(readFormFiles(folder))[0]?.amount
  const versions = async () =>
    (await buildForms(root, path.join(root, 'out'))).map((one) => ('formVersion' in one ? one.formVersion : one.kind))
  change(dogs, (files) => makeList(files, nodeAt(files, deciding), 'kinds', names))
  change(cats, (files) => joinList(files, nodeAt(files, deciding), 'kinds'))
  const [before, own] = [readFormVersion(dogs) ?? fail(), await versions()]

  for (const folder of [dogs, cats]) change(folder, (files) => shareFees(files, 0, 'kinds'))
  expect(readFormFiles(dogs)['shared/kinds.fees.json']).toBe('{\n  "small": 300,\n  "large": 500\n}\n')
  expect(await versions()).toEqual(own)
  const both = ['town/cats/individual', 'town/dogs/individual']
  expect(listUses([root], 'town/dogs/individual')).toEqual({ kinds: both, 'kinds.fees': both })

  const byKind = { byAnswer: deciding, table: { small: 350, large: 500 } }
  change(dogs, (files) => setFeeKey(files, 0, 'amount', byKind))
  expect([amountIn(dogs), amountIn(cats)]).toEqual([byKind, byKind])
  const after = readFormVersion(dogs) ?? fail()
  expect(
    differencesOf(before, after, 'ja')
      .map(({ text }) => text)
      .join(),
  ).toContain('300円 → 350円')
  expect((await versions()).filter((version) => own.includes(version))).toEqual([])
  expect([outcome(dogs), outcome(cats)]).toMatchObject([{ findings: [] }, { findings: [] }])

  change(cats, (files) => ownFees(files, 0))
  change(dogs, (files) => setFeeKey(files, 0, 'amount', { ...byKind, table: { small: 400, large: 500 } }))
  expect(amountIn(cats)).toEqual(byKind)
  expect(feeListOf(readFormFiles(dogs), 0)).toBe('kinds')
})

it('shares amounts by the choices of two lists, which two forms charge', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'forms-fee-pairs-'))
  const form = (service: string) =>
    createForm({ root, tenant: 'town', service, type: 'individual', template: 'with-fee', title })
  const [dogs, cats] = [form('dogs'), form('cats')]
  const deciding = 'items/lines/[]/kind'
  for (const folder of [dogs, cats]) change(folder, (files) => addBlock(files, size, 'items/lines', 'size', 'kind'))
  change(dogs, (files) => makeList(files, nodeAt(files, deciding), 'kinds', names))
  change(dogs, (files) => makeList(files, nodeAt(files, 'items/lines/[]/size'), 'sizes', names))
  change(cats, (files) => joinList(files, nodeAt(files, deciding), 'kinds'))
  change(cats, (files) => joinList(files, nodeAt(files, 'items/lines/[]/size'), 'sizes'))
  const table = { small: { s: 300, l: 400 }, large: { s: 500, l: 600 } }
  const amount = (changed: object) => ({ byAnswers: [deciding, 'items/lines/[]/size'], table: changed })
  for (const folder of [dogs, cats]) change(folder, (files) => setFeeKey(files, 0, 'amount', amount(table)))
  const amountIn = (folder: string) => feeLines(readFormFiles(folder))[0]?.amount
  const own = [outcome(dogs), outcome(cats)]

  const list = pairOfLists('kinds', 'sizes')
  for (const folder of [dogs, cats]) change(folder, (files) => shareFees(files, 0, list))
  expect(JSON.parse(readFormFiles(cats)[`shared/${list}.fees.json`] ?? '')).toEqual(table)
  expect([outcome(dogs), outcome(cats)]).toEqual(own)
  const dearer = { ...table, large: { s: 500, l: 700 } }
  change(dogs, (files) => setFeeKey(files, 0, 'amount', amount(dearer)))
  expect([amountIn(dogs), amountIn(cats)]).toEqual([amount(dearer), amount(dearer)])
  change(cats, (files) => ownFees(files, 0))
  change(dogs, (files) => setFeeKey(files, 0, 'amount', amount(table)))
  expect([amountIn(dogs), amountIn(cats)]).toEqual([amount(table), amount(dearer)])
  expect(readFormFiles(dogs)['form.json']).toContain(`${list}.fees.json`)
})

it('finds mistakes in the fees of a list where they are, and leaves amounts for choices of other forms', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'forms-fee-lists-'))
  const folder = createForm({ root, tenant: 'town', service: 'dogs', type: 'individual', template: 'with-fee', title })
  change(folder, (files) => shareFees(files, 0, 'kinds'))
  const file = path.join(root, 'town/shared/kinds.fees.json')
  const found = (text: string) => {
    writeFileSync(file, text)
    return checkForm(folder)
      .problems.filter(({ rule }) => rule !== 'template-text')
      .map(({ rule, source, pointer }) => [rule, path.basename(source.file), pointer])
  }
  expect(found('{ "small": 300, "large": 500, "huge": 900 }')).toEqual([])
  expect(found('{ "small": -1 }')).toEqual([
    ['fee-amount', 'kinds.fees.json', '/small'],
    ['fee-amount-missing', 'kinds.fees.json', ''],
  ])
  expect(found('{').map(([rule]) => rule)).toEqual(['syntax'])
  rmSync(file)
  const missing = checkForm(folder).problems.map(({ rule, pointer }) => [rule, pointer])
  expect(missing).toContainEqual(['missing-ref', '/fee/lines/0/amount/table/$ref'])
})

it('offers a list as a question of its own', () => {
  const [dogs, cats] = twoForms()
  change(dogs, (files) => makeList(files, nodeAt(files, kind), 'kinds', names))
  const before = outcome(cats)
  change(cats, (files) => addBlock(files, listBlock(files, 'kinds'), 'request', 'sort'))
  expect(outcome(cats)).toEqual(before)
})

it('saves each question and group of a form as a block, which another form can add', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'forms-blocks-'))
  const form = (service: string, template: string) =>
    createForm({ root, tenant: 'town', service, type: 'individual', template, title: {} })
  const from = form('dogs', 'dog-registration')
  const to = form('moving', 'moving-out')
  const questions = allNodes(treeOf(readFormFiles(from))).filter((node) => node.kind !== 'step')
  for (const { path: at } of questions) change(from, (files) => saveBlock(files, at))
  const blocks = ownBlocks(readFormFiles(to))
  expect(blocks.length).toBeGreaterThan(10)
  const step = treeOf(readFormFiles(to))[0]?.path ?? ''
  change(to, (files) =>
    blocks.reduce((now, block) => addBlock(now, block, step, freeName(now, step, block.name)), files),
  )
  expect(rulesOf(to)).toEqual([])
})

it('replaces a block of the same name, and removes it', () => {
  const [dogs, cats] = twoForms()
  change(dogs, (files) => saveBlock(files, kind))
  change(dogs, (files) => saveBlock(files, kind))
  const [block, another] = ownBlocks(readFormFiles(cats))
  expect(another).toBeUndefined()
  change(cats, (files) => removeBlock(files, block?.id ?? ''))
  expect(ownBlocks(readFormFiles(dogs))).toEqual([])
})
