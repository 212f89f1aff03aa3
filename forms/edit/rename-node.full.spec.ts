import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkForm } from '../check/check-form.ts'
import { toFindings } from '../source/finding.ts'
import { createForm, templateNames } from '../templates/new-form.ts'
import { testForm } from '../check/test-form.ts'
import { choicesOf, treeOf } from './commands.ts'
import type { FormFiles } from './commands.ts'
import { readFormFiles, writeFormFiles } from './form-folder.ts'
import { allNodes, pathToNode } from './form-tree.ts'
import { readValue } from './json-text.ts'
import { renameChoice, renamedPath, renameNode } from './rename-node.ts'

const root = mkdtempSync(path.join(tmpdir(), 'forms-renamed-'))

function form(template: string): { folder: string; files: FormFiles } {
  const folder = createForm({ root, tenant: 'town', service: template, type: 'individual', template, title: {} })
  return { folder, files: readFormFiles(folder) }
}

/** The paths of the nodes whose names are in the form itself, the innermost first: renaming one moves those inside. */
function pathsIn(files: FormFiles): string[] {
  return allNodes(treeOf(files))
    .map((node) => node.path)
    .toReversed()
}

const forms = new Map(templateNames().map((template) => [template, form(template)]))

describe.each([...forms.keys()])('in the template %s', (template) => {
  const { folder, files } = forms.get(template) ?? form(template)

  it('leaves every byte if a name is changed and changed back', () => {
    for (const at of pathsIn(files)) {
      const name = pathToNode(treeOf(files), at).at(-1)?.name ?? ''
      const renamed = renameNode(files, at, 'another', false)
      expect(pathToNode(treeOf(renamed), renamedPath(at, 'another')), at).not.toEqual([])
      expect(renameNode(renamed, renamedPath(at, 'another'), name, false), at).toEqual(files)
    }
  })

  it('does the same under other names and other values of choices', () => {
    let result = files
    pathsIn(files).forEach((at, index) => {
      const node = () => pathToNode(treeOf(result), at).at(-1)
      for (const { value } of choicesOf(result, node() ?? fail())) {
        const now = node() ?? fail()
        if (now.kind === 'choice' || now.kind === 'choices') result = renameChoice(result, now, value, `${value}-x`)
      }
      result = renameNode(result, at, `name${index}`, true)
    })
    expect(outcomeOf(folder, files, result)).toEqual(outcomeOf(folder, result, files))
  })
})

function outcomeOf(folder: string, before: FormFiles, files: FormFiles) {
  writeFormFiles(folder, before, files)
  const checked = checkForm(folder)
  const tested = testForm(checked, Date.parse('2026-04-01T12:00:00+09:00'))
  return {
    // Names say in which language they are filled in, and that a field was renamed.
    rules: toFindings(checked.problems, 'en')
      .map(({ rule }) => rule)
      .filter((rule) => rule !== 'no-autocomplete'),
    samples: tested?.samples,
    accepted: tested?.generated.accepted,
    wrong: tested?.wrong.accepted.length,
    branches: tested?.branches.map(({ bySamples }) => bySamples),
  }
}

it('keeps the answers of drafts only if the name was published, and forgets a name that returns', () => {
  const { files } = forms.get('dog-registration') ?? form('dog-registration')
  const renamedIn = (changed: FormFiles): unknown => readValue(changed['form.json'] ?? '', '/renamed')
  const unpublished = renameNode(files, 'applicant/phone', 'tel', false)
  expect(renamedIn(unpublished)).toBeUndefined()
  const published = renameNode(files, 'applicant/phone', 'tel', true)
  expect(renamedIn(published)).toEqual({ 'applicant/phone': 'applicant/tel' })
  const again = renameNode(published, 'applicant/tel', 'telephone', false)
  expect(renamedIn(again)).toEqual({ 'applicant/phone': 'applicant/telephone' })
  expect(renamedIn(renameNode(again, 'applicant/telephone', 'phone', false))).toBeUndefined()
})

function fail(): never {
  throw new Error('There is no question')
}
