import { choiceName, choicesOf, freeStepId, readText, textPointer } from '../../edit/commands.ts'
import { copiedPath, copyNode } from '../../edit/copy-node.ts'
import type { FormFiles } from '../../edit/commands.ts'
import type { Selections } from '../../edit/history.ts'
import { readValue } from '../../edit/json-text.ts'
import { moveNode, movedPath, obstacleTo } from '../../edit/move-node.ts'
import type { Place } from '../../edit/move-node.ts'
import { labelsOf } from '../../edit/node-labels.ts'
import { renameNode, renamedPath } from '../../edit/rename-node.ts'
import { ruleFields, setCondition } from '../../edit/question-condition.ts'
import { partWords } from '../../edit/part-words.ts'
import { withSameRows } from '../../edit/tables.ts'
import { isTakenPlace } from '../../edit/used-names.ts'
import { listFile, listsIn } from '../../edit/shared-lists.ts'
import { splitIntoStep } from '../../edit/split-step.ts'
import { usesOf } from '../../edit/uses.ts'
import type { Removed, Use } from '../../edit/uses.ts'
import { removeWith } from '../../edit/without-uses.ts'
import type { Repair } from '../../edit/without-uses.ts'
import { pathToNode } from '../../edit/form-tree.ts'
import type { FormNode } from '../../edit/form-tree.ts'
import { TaskEnded } from '../../preview/guarded-tasks.ts'
import type { PreviewForm } from '../../preview/preview-library.ts'
import { editPlace, findingPlaces, labelOf, placeOfDrop, placeTowards, safeTree, textPlace } from '../form-places.ts'
import type { Direction, Drop, PlacedFinding, TextToWrite } from '../form-places.ts'
import { offsetOfNode } from '../json/json-places.ts'
import type { JsonPlace } from '../json/JsonPanel.tsx'
import { madeWords } from '../samples/made-words.ts'
import type { StudioDocument } from '../studio-document.ts'
import type { Published, StudioHost } from '../studio-host.ts'
import { parentOf } from '../../../form-model/pointer.ts'
import type { Say } from '../studio-texts.ts'
import type { AddressedView } from './studio-address.ts'
import { createListeners } from '../../../src/lib/signal.ts'

type Finding = PreviewForm['findings'][number]

/** Publishing goes on while the dialog is closed, and its end is shown in any case. */
export type Publication =
  | { kind: 'asked' }
  | { kind: 'running' }
  | { kind: 'done'; result: Published }
  | { kind: 'failed'; isTooLong: boolean }

/** What the page shows of the form. */
export type StudioView = AddressedView & {
  /** Whether the page before the form, which belongs to no node, is shown instead of the selected node. */
  showsAbout: boolean
  /** The new question, whose text is written next. */
  toWrite: string | null
  /** The pane of a narrow page, which has no space for all three. */
  pane: 'structure' | 'main' | 'preview'
  /** The text that an author corrects next, from a finding. */
  textToWrite: TextToWrite | null
  /** The place that the JSON editor shows. */
  place: JsonPlace | null
  /** What the preview is filled with, and the version that it could not show. */
  answers: string
  undrawn: string
  dialog: 'none' | 'add' | 'move' | 'publish'
  /** What the author removes although others depend on it. */
  removing: Removed | null
  publication: Publication
  /** Counts the versions that this page has published. */
  published: number
}

/** The form as it was last readable. */
export type ReadableForm = {
  files: FormFiles
  source: string
  tree: FormNode[] | null
  labels: ReadonlyMap<string, string>
  placeOfFinding: (finding: PlacedFinding) => string | null
  labelOfFinding: (finding: Finding) => string | null
}

export type ControllerPorts = Pick<StudioHost, 'madeSamples'> & {
  publish: (name: string) => Promise<Published>
  /** Shows the beginning of the page. */
  toTop: () => void
  /** Shows the properties of the selected node, if the page has them. */
  toProperties: () => void
}

function hasSameLists(before: FormFiles, after: FormFiles): boolean {
  return listsIn(after).every((list) => before[listFile(list)] === after[listFile(list)])
}

/** One form in the studio: what the page shows of it, and what the author can do. */
export class StudioController {
  readonly name: string
  readonly document: StudioDocument
  readonly #ports: ControllerPorts
  readonly #listeners = createListeners()
  #say: Say
  #view: StudioView
  #form: ReadableForm | undefined

  constructor(name: string, document: StudioDocument, ports: ControllerPorts, say: Say, start: AddressedView) {
    this.name = name
    this.document = document
    this.#ports = ports
    this.#say = say
    this.#view = {
      ...start,
      showsAbout: false,
      toWrite: null,
      textToWrite: null,
      pane: 'structure',
      place: null,
      answers: 'empty',
      undrawn: '',
      dialog: 'none',
      removing: null,
      publication: { kind: 'asked' },
      published: 0,
    }
  }

  subscribe = this.#listeners.subscribe

  view = (): StudioView => this.#view

  show = (change: Partial<StudioView>): void => {
    this.#view = { ...this.#view, ...change }
    this.#listeners.notify()
  }

  /** The language in which changes are described from now on. */
  speak(say: Say): void {
    this.#say = say
  }

  /** The same object until the files change. */
  form = (): ReadableForm => {
    const { files } = this.document.state().readable
    const known = this.#form
    if (known?.files === files) return known
    const source = files['form.json'] ?? ''
    const isSame = known?.source === source && hasSameLists(known.files, files)
    const tree = isSame ? known.tree : safeTree(source, files)
    const japanese = files['texts.ja.json'] ?? '{}'
    const placeOfFinding = isSame
      ? known.placeOfFinding
      : findingPlaces(tree ?? [], tree ? ruleFields(source) : new Map())
    this.#form = {
      files,
      source,
      tree,
      labels:
        isSame && known.files['texts.ja.json'] === files['texts.ja.json']
          ? known.labels
          : labelsOf(japanese, tree ?? []),
      placeOfFinding,
      labelOfFinding: (finding) => {
        const path = placeOfFinding(finding)
        return path === null ? null : labelOf(files, tree, path)
      },
    }
    return this.#form
  }

  label = (path: string): string => labelOf(this.form().files, this.form().tree, path)

  /** Selects a node, and shows its properties, or its line if the JSON editor is open. */
  select = (path: string): void => {
    this.#selectToEdit(path)
    const offset = this.#view.tab === 'json' ? this.#offsetOf(path) : null
    if (offset !== null) this.show({ place: { file: 'form.json', at: { offset }, focus: false } })
  }

  /** Selects a node from the JSON editor, which is at its place already. */
  selectFromJson = (path: string): void => this.#select(path)

  #select(path: string, change: Partial<StudioView> = {}): void {
    this.show({ ...change, selected: path, showsAbout: false })
  }

  /** Selects a node that the author edits next. Its properties may be far above, or hidden by the tenant's settings. */
  #selectToEdit(path: string, change: Partial<StudioView> = {}): void {
    this.#select(path, this.#view.tab === 'tenant' ? { ...change, tab: 'problems' } : change)
    this.#ports.toProperties()
  }

  #offsetOf(path: string): number | null {
    return offsetOfNode(this.document.state().files, this.form().tree ?? [], path)
  }

  showTab = (tab: AddressedView['tab']): void => {
    // The JSON tab hides the properties, which must not take the focus when they are shown again.
    this.show({ tab, toWrite: null, textToWrite: null })
  }

  showJson = (file: string, at: JsonPlace['at']): void => {
    this.show({ place: { file, at, focus: true }, tab: 'json', pane: 'main' })
  }

  showNodeJson = (path: string): void => this.showJson('form.json', { offset: this.#offsetOf(path) ?? 0 })

  /** Shows where residents see a text. */
  showText = (pointer: string): void => {
    const found = textPlace(this.form().tree ?? [], pointer)
    if (found.kind === 'fees') this.show({ tab: 'fees' })
    else if (found.kind === 'about') this.show({ showsAbout: true, pane: 'preview' })
    else this.#select(found.path, { pane: 'preview' })
  }

  /** Fills the preview with a valid sample. */
  showSample = (sample: string): void => this.show({ answers: `sample:${sample}`, pane: 'preview' })

  /** Shows where an author corrects what a finding is about. */
  showFinding = (finding: Finding): void => {
    const place = editPlace(finding, this.name, this.form().placeOfFinding)
    switch (place.kind) {
      case 'node':
        return this.#selectToEdit(place.path)
      case 'structure':
        this.show({ pane: 'structure' })
        return this.#ports.toTop()
      case 'text':
        return this.show({ tab: 'texts', pane: 'main', textToWrite: place })
      case 'approval':
        return this.show({ tab: 'changes', pane: 'main' })
      case 'elsewhere':
        return this.document.refuse(this.#say('problem.elsewhere'))
      case 'json':
        return this.showJson(place.file, finding)
      case 'fees':
      case 'samples':
      case 'service':
      case 'tenant':
        this.show({ tab: place.kind, pane: 'main' })
    }
  }

  /** Shows the findings, and the place of the first error. */
  showFindings = (findings: readonly Finding[]): void => {
    this.closePublishing()
    this.show({ tab: 'problems', pane: 'main' })
    const first = findings.find(({ severity }) => severity === 'error') ?? findings[0]
    if (first) this.showFinding(first)
  }

  /** Returns whether nothing can be changed now, because a file is not readable, and says so. */
  #refuseIfBroken(): boolean {
    const { broken } = this.document.state().readable
    if (broken) this.document.refuse(this.#say('broken.refused', broken))
    return broken !== null
  }

  change: StudioDocument['change'] = (title, command) => {
    if (!this.#refuseIfBroken()) this.#change(title, command)
  }

  /** Changes a property of the selected node. */
  changeSelected: StudioDocument['change'] = (title, command) => {
    const { selected } = this.#view
    if (!this.#refuseIfBroken()) this.#change(title, command, { from: selected, to: selected })
  }

  /** Every change but one of the text of a file: the rows of a table stay alike. */
  #change(title: string, command: (files: FormFiles) => FormFiles, selections?: Selections): void {
    this.document.change(title, (before) => withSameRows(before, command(before)), undefined, selections)
  }

  undo = (): void => this.#selectMoved(this.document.undo())

  redo = (): void => this.#selectMoved(this.document.redo())

  /** Selects the node that was undone or redone, or what is left of the nodes around it. */
  #selectMoved(wanted: string | null): void {
    const { tree } = this.form()
    let path = wanted ?? this.#view.selected
    while (path !== '' && pathToNode(tree ?? [], path).length === 0) path = parentOf(path)
    if (path !== this.#view.selected) this.#select(path, { toWrite: null })
  }

  fix: StudioDocument['change'] = (title, command) => {
    if (this.#refuseIfBroken()) return
    const { files: before } = this.document.state()
    this.#change(title, command)
    if (this.document.state().files === before) this.document.refuse(this.#say('fix.impossible'))
  }

  /** Another author may have broken the file, which undoing own changes would not correct. */
  restoreReadable = (file: string): void => {
    const last = this.form().files[file]
    if (last !== undefined)
      this.document.change(this.#say('broken.restored', { file }), (before) => ({ ...before, [file]: last }))
  }

  add = (title: string, command: (files: FormFiles) => FormFiles, path: string): void => {
    if (!this.#refuseIfBroken()) this.#change(title, command, { from: this.#view.selected, to: path })
    this.#selectToEdit(path, { toWrite: path, pane: 'main', dialog: 'none' })
  }

  /** Returns the new path; `null` if the node stays where it is, and says why. `isFreed`: its condition is removed. */
  moveTo = (path: string, place: Place | null, isFreed = false): string | null => {
    if (this.#refuseIfBroken()) return null
    const { source } = this.form()
    const freed = (before: FormFiles) => (isFreed ? setCondition(before, path, null) : before)
    const files = freed(this.form().files)
    const name = this.label(path)
    const obstacle = place ? obstacleTo(files, path, place) : 'end'
    if (!place || obstacle !== null) {
      this.document.refuse(this.#say(`obstacle.${obstacle ?? 'end'}`, { name }))
      return null
    }
    const where = place.parent === '' ? this.#say('structure') : this.label(place.parent)
    const target = movedPath(files, path, place)
    if (isTakenPlace(this.document.usedNames(), readValue(source, '/renamed'), path, target)) {
      this.document.refuse(this.#say('obstacle.used', { name }))
      return null
    }
    const values = { name, place: where, number: place.index + 1 }
    const title = this.#say(isFreed ? 'moved.freed' : 'moved', values)
    this.#change(title, (before) => moveNode(freed(before), path, place), { from: path, to: target })
    this.#selectToEdit(target)
    return target
  }

  move = (path: string, direction: Direction): string | null =>
    this.moveTo(path, placeTowards(this.form().tree ?? [], path, direction))

  drop = (drop: Drop): void => {
    const place = placeOfDrop(this.form().tree ?? [], drop)
    if (place) this.moveTo(drop.draggedNode, place)
  }

  copy = (path: string): void => {
    if (this.#refuseIfBroken()) return
    const target = copiedPath(this.form().files, path, this.document.usedNames())
    const title = this.#say('copied', { name: this.label(path) })
    this.#change(title, (before) => copyNode(before, path, target), { from: path, to: target })
    // The copy has the words of the original, which are changed next.
    this.#selectToEdit(target, { toWrite: target })
  }

  /** Gives a node another name in the data; drafts keep their answers if it was published. */
  rename = (path: string, name: string): void => {
    if (this.#refuseIfBroken()) return
    const isPublished = this.document.publishedNames().has(path)
    const target = renamedPath(path, name)
    const title = this.#say('changed.name', { name: this.label(path) })
    this.#change(title, (before) => renameNode(before, path, name, isPublished), { from: path, to: target })
    this.#select(target)
  }

  /** Removes a node, and asks before if others depend on it. Returns the path to focus. */
  remove = (path: string): string => this.#removeOrAsk({ path })

  /** Removes a choice of a question in the same way. */
  removeChoice = (path: string, value: string): void => {
    this.#removeOrAsk({ path, value })
  }

  #removeOrAsk(removed: Removed): string {
    this.show({ removing: null })
    if (this.#refuseIfBroken()) return removed.path
    if (usesOf(this.form().files, removed).length === 0) return this.removeWith(removed, [])
    this.show({ removing: removed })
    return removed.path
  }

  /** Removes something after the repairs of what depends on it. */
  removeWith = (removed: Removed, repairs: readonly [Use, Repair][]): string => {
    this.show({ removing: null })
    const { path, value } = removed
    if (this.#refuseIfBroken()) return path
    const steps = (this.form().tree ?? []).map((step) => step.path)
    const step = steps.indexOf(path)
    const next =
      value !== undefined
        ? path
        : step === -1
          ? parentOf(path).replace(/\/\[\]$/, '')
          : (steps[step + 1] ?? steps[step - 1] ?? path)
    const title = this.#say('removed', { name: this.nameOfRemoved(removed) })
    this.#change(title, (before) => removeWith(before, removed, repairs), { from: path, to: next })
    if (value !== undefined) return path
    this.#selectToEdit(next)
    return next
  }

  /** The label of what is removed. */
  nameOfRemoved = ({ path, value }: Removed): string => {
    const { files, tree } = this.form()
    const node = pathToNode(tree ?? [], path).at(-1)
    const choice = node && choicesOf(files, node).find((one) => one.value === value)
    return value === undefined ? this.label(path) : choice ? choiceName(choice) : value
  }

  /** Moves a question into a step of its own, whose condition is chosen next. */
  split = (path: string): void => {
    if (this.#refuseIfBroken()) return
    const { files, tree } = this.form()
    const node = pathToNode(tree ?? [], path).at(-1)
    if (!node) return
    const id = freeStepId(files, this.document.usedNames())
    const name = this.label(path)
    const english = readText(files, 'en', textPointer(node, 'label')) || partWords(node)?.en.label
    const titles = { ja: name, en: english ?? name }
    const { files: before } = this.document.state()
    const command = (now: FormFiles) => splitIntoStep(now, path, id, titles)
    this.#change(this.#say('split.done', { name }), command, { from: path, to: id })
    if (this.document.state().files === before) this.document.refuse(this.#say('split.impossible', { name }))
    else this.#selectToEdit(id)
  }

  /** Adds the samples that the saved form lacks. */
  makeSamples = async (): Promise<void> => {
    try {
      await this.document.flush()
      const made = await this.#ports.madeSamples(this.name)
      if (made === null) return this.document.refuse(this.#say('samples.unusable'))
      const count = Object.keys(made.files).length
      if (count > 0) this.fix(this.#say('samples.making', { count }), (before) => ({ ...before, ...made.files }))
      else {
        const words = madeWords({ ...made, count }, this.#say)
        // The findings may be those of a moment ago.
        if (made.untaken.length === 0) this.document.note(words)
        else this.document.refuse(words)
      }
    } catch (cause) {
      this.document.refuse(this.#say(cause instanceof TaskEnded ? 'tooLong' : 'samples.failed'))
    }
  }

  /** Saves the form, builds it and publishes it to the portal. */
  publish = async (): Promise<void> => {
    this.show({ publication: { kind: 'running' } })
    try {
      await this.document.flush()
      const result = await this.#ports.publish(this.name)
      const published = this.#view.published + (result.kind === 'published' ? 1 : 0)
      this.show({ publication: { kind: 'done', result }, published })
      // Of no consequence for what was published.
      if (result.kind === 'published') this.document.readPublished().catch((cause: unknown) => reportError(cause))
    } catch (cause) {
      this.show({ publication: { kind: 'failed', isTooLong: cause instanceof TaskEnded } })
    }
  }

  /** The author has read the result, if there is one. */
  closePublishing = (): void => {
    const { publication } = this.#view
    this.show({ dialog: 'none', publication: publication.kind === 'running' ? publication : { kind: 'asked' } })
  }
}
