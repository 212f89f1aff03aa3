import { joinPointer } from '../../../form-model/pointer.ts'
import { recordOf } from '../../../form-model/record.ts'
import { readText, setKeyword, setRequired, setText, textPointer, treeOf } from '../../edit/commands.ts'
import type { FormFiles } from '../../edit/commands.ts'
import { allNodes, isQuestion } from '../../edit/form-tree.ts'
import { readValue, setValue } from '../../edit/json-text.ts'
import { StudioDocument } from '../../studio/studio-document.ts'

/** Ways in which authors write their files, other than that of the given files. */
export const layouts: { readonly [name: string]: (text: string) => string } = {
  'as given': (text) => text,
  'Windows line ends': (text) => text.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n'),
  tabs: (text) => text.replaceAll(/^(?: {2})+/gm, (spaces) => '\t'.repeat(spaces.length / 2)),
  'four spaces': (text) => text.replaceAll(/^(?: {2})+/gm, (spaces) => spaces.repeat(2)),
  'a byte order mark': (text) => `\uFEFF${text.replace(/^\uFEFF/, '')}`,
  'one line': (text) => JSON.stringify(JSON.parse(text.replace(/^\uFEFF/, ''))),
}

/** Parts of a layout that a change must not bring into a file. */
const marks: { readonly [name: string]: RegExp } = {
  'a line break': /\n/,
  'a line end of Unix': /(?<!\r)\n/,
  'an indent of spaces': /^ /m,
  'an indent of two spaces': /^ {2}\S/m,
  'an indent of tabs': /^\t/m,
}

/** The number of lines that may differ after one property was changed. */
const maxLines = 2

/**
 * Opens a form as the studio does, saves it unchanged, and changes one property at a time. Returns what is wrong: a
 * file with other bytes, or a change of more lines than the property needs.
 */
export async function savingFaults(given: FormFiles): Promise<string[]> {
  const faults: string[] = []
  for (const [layout, written] of Object.entries(layouts)) {
    const own = Object.entries(given).filter(([name]) => name.endsWith('.json'))
    const files = Object.fromEntries(own.map(([name, text]) => [name, written(text)]))
    const report = (what: string) => faults.push(`${layout}: ${what}`)
    for (const name of await differencesAfterSaving(files)) report(`${name} has other bytes`)
    for (const { title, changed, isRemoval } of changesOf(files))
      for (const [name, text] of Object.entries(changed)) {
        const { before, after } = changedLines(files[name] ?? '', text)
        const strange = Object.keys(marks).filter(
          (mark) => !marks[mark]?.test(files[name] ?? '') && marks[mark]?.test(text),
        )
        for (const mark of strange) report(`${title}: ${mark} in ${name}`)
        if (Math.max(isRemoval ? 0 : before, after) > maxLines)
          report(`${title}: ${before} → ${after} lines of ${name}`)
      }
  }
  return faults
}

/** The files that differ on disk after opening the form, saving values that it already has, and undoing a change. */
async function differencesAfterSaving(files: FormFiles): Promise<string[]> {
  let disk = files
  const edited = await StudioDocument.open('town/form/individual', {
    read: () => Promise.resolve(disk),
    usedNames: async () => [],
    save: ({ after }) => {
      disk = Object.fromEntries(
        Object.entries({ ...disk, ...after }).flatMap(([name, text]) => (text === null ? [] : [[name, text]])),
      )
      return Promise.resolve({ kind: 'saved', files: disk })
    },
    tab: '',
    otherTabs: () => Promise.resolve(new Set()),
    storage: { getItem: () => null, setItem: () => undefined, removeItem: () => undefined },
    later: () => () => undefined,
  })
  edited.change('the same values', (before) =>
    Object.fromEntries(Object.entries(before).map(([name, text]) => [name, withSameValues(text)])),
  )
  await edited.flush()
  edited.change('another title', (before) => setText(before, 'ja', '/title', '別の題名'))
  await edited.flush()
  edited.undo()
  await edited.flush()
  return Object.keys({ ...files, ...disk }).filter((name) => disk[name] !== files[name])
}

/** Sets each value below the root to what it is. */
function withSameValues(text: string): string {
  const root = readValue(text, '')
  return Object.entries(recordOf(root)).reduce(
    (json, [name, value]) => setValue(json, joinPointer('', name), value),
    text,
  )
}

type Change = { title: string; changed: FormFiles; isRemoval: boolean }

/** Changes of each question: a new label, the opposite value of "required", and a changed keyword. */
function* changesOf(files: FormFiles): Generator<Change> {
  for (const node of allNodes(treeOf(files))) {
    const pointer = textPointer(node, 'label')
    if (readText(files, 'ja', pointer) !== '')
      yield {
        title: `the label of ${node.path}`,
        changed: setText(files, 'ja', pointer, `別の${node.name}`),
        isRemoval: false,
      }
    if (!isQuestion(node)) continue
    yield {
      title: `${node.path} required`,
      changed: setRequired(files, node, !node.required),
      isRemoval: node.required,
    }
    yield { title: `a keyword of ${node.path}`, changed: setKeyword(files, node, 'minLength', 1), isRemoval: false }
  }
}

/** The lines from the first to the last that differ. */
function changedLines(before: string, after: string): { before: number; after: number } {
  if (before === after) return { before: 0, after: 0 }
  const [old, changed] = [before.split('\n'), after.split('\n')]
  let start = 0
  while (start < Math.min(old.length, changed.length) && old[start] === changed[start]) start++
  let end = 0
  while (end < Math.min(old.length, changed.length) - start && old.at(-1 - end) === changed.at(-1 - end)) end++
  return { before: old.length - start - end, after: changed.length - start - end }
}
