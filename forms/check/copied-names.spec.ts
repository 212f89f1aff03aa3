import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { copiedPath, copyNode } from '../edit/copy-node.ts'
import { readFormFiles, writeFormFiles } from '../edit/form-folder.ts'
import { writeExample } from '../testing/write-example.ts'
import type { ExampleParts } from '../rules/example-form.ts'
import { checkForm } from './check-form.ts'

const work = mkdtempSync(path.join(tmpdir(), 'forms-copied-'))
let count = 0

function exampleOf(parts: ExampleParts): string {
  const folder = path.join(work, String((count += 1)), 'tenant/service/example')
  writeExample(folder, parts)
  return folder
}

/** The texts that are named as those of a copy. */
function copyNames(folder: string): unknown[] {
  return checkForm(folder)
    .problems.filter(({ rule }) => rule === 'copy-name')
    .map(({ params }) => params?.text)
}

it.each([
  ['applicant/name', ['氏名のコピー', 'Copy of Name']],
  ['details', ['くわしい内容のコピー', 'Copy of Details']],
])('reports the copy of %s in each language until it has another name', (node, names) => {
  const folder = exampleOf({})
  const before = readFormFiles(folder)
  writeFormFiles(folder, before, copyNode(before, node, copiedPath(before, node)))
  expect(copyNames(folder)).toEqual(names)
})

it.each([
  ['a question about a copy of a document', { ja: '{ "label": "氏名のコピー" }', en: '{ "label": "Copy of name" }' }],
  [
    'a certificate whose English name begins with “Copy of”',
    {
      edit: [{ file: 'texts.en.json', from: '"title": "Example form"', to: '"title": "Copy of the family register"' }],
    },
  ],
])('accepts %s', (_what, parts) => {
  expect(copyNames(exampleOf(parts))).toEqual([])
})
