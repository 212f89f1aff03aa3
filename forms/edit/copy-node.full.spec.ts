import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { isRecord } from '../../form-model/record.ts'
import { checkForm } from '../check/check-form.ts'
import { toFindings } from '../source/finding.ts'
import { createForm, templateNames } from '../templates/new-form.ts'
import { readText, textPointer, treeOf } from './commands.ts'
import type { FormFiles } from './commands.ts'
import { copiedPath, copyNode } from './copy-node.ts'
import { readFormFiles, writeFormFiles } from './form-folder.ts'
import { editedLanguages } from './form-files.ts'
import { allNodes, pathToNode } from './form-tree.ts'
import type { Language } from '../../src/lib/language.ts'
import { readValue } from './json-text.ts'
import { labelsOf } from './node-labels.ts'

const root = mkdtempSync(path.join(tmpdir(), 'forms-copied-'))

function form(template = 'dog-registration'): { folder: string; files: FormFiles } {
  const service = `${template}-${(created += 1)}`
  const folder = createForm({ root, tenant: 'town', service, type: 'individual', template, title: {} })
  return { folder, files: readFormFiles(folder) }
}
let created = 0

function errorsOf(folder: string, before: FormFiles, after: FormFiles): string[] {
  writeFormFiles(folder, before, after)
  return toFindings(checkForm(folder).problems, 'en')
    .filter(({ severity }) => severity === 'error')
    .map(({ rule, message }) => `${rule}: ${message}`)
}

function copiedLabel(files: FormFiles, language: Language, at: string): string {
  const node = pathToNode(treeOf(files), at).at(-1)
  return node ? readText(files, language, textPointer(node, 'label')) : ''
}

function names(files: FormFiles, parent: string): string[] {
  const nodes = parent === '' ? treeOf(files) : (pathToNode(treeOf(files), parent).at(-1)?.children ?? [])
  return nodes.map(({ name }) => name)
}

describe('a copy of a question', () => {
  it('follows it, with its texts, checks, requirement and answers in the samples', () => {
    const { folder, files } = form()
    const to = copiedPath(files, 'dogs/list/[]/birthDate')
    expect(to).toBe('dogs/list/[]/birthDate2')
    const copied = copyNode(files, 'dogs/list/[]/birthDate', to)
    expect(names(copied, 'dogs/list')).toEqual(
      names(files, 'dogs/list').flatMap((name) => (name === 'birthDate' ? ['birthDate', 'birthDate2'] : [name])),
    )
    const checks = (readValue(copied['form.json'] ?? '', '/checks') as unknown[]).filter(isRecord)
    expect(checks.map(({ field }) => field)).toContain(to)
    for (const language of ['ja', 'en']) {
      const text = copied[`texts.${language}.json`] ?? ''
      const original = readValue(text, '/fields/dogs~1list~1[]~1birthDate')
      const { label: _own, ...others } = isRecord(original) ? original : {}
      expect(readValue(text, '/fields/dogs~1list~1[]~1birthDate2')).toMatchObject(others)
    }
    expect(errorsOf(folder, files, copied)).toEqual([])
  })

  it('gets a name that no question has or had', () => {
    const { files } = form()
    const once = copyNode(files, 'applicant/phone', copiedPath(files, 'applicant/phone'))
    expect(copiedPath(once, 'applicant/phone2')).toBe('applicant/phone3')
    expect(copiedPath(once, 'applicant/phone', new Set(['applicant/phone3']))).toBe('applicant/phone4')
  })

  it('leaves every other line as it is', () => {
    const { files } = form()
    const copied = copyNode(files, 'applicant/email', 'applicant/email2')
    const before = new Set(files['form.json']?.split('\n').map((line) => line.replace(/,$/, '')))
    const added = copied['form.json']?.split('\n').filter((line) => !before.has(line.replace(/,$/, '')))
    expect(added?.map((line) => line.trim().replace(/,$/, ''))).toEqual(['"email2": {', '"email2"'])
  })

  it('says in each language that it is a copy, under a name that nothing else has', () => {
    const { files } = form()
    const originals = allNodes(treeOf(files)).map((node) => node.path)
    for (const original of originals) {
      const to = copiedPath(files, original)
      const once = copyNode(files, original, to)
      const twice = copyNode(once, to, copiedPath(once, to))
      const labels = labelsOf(twice['texts.ja.json'] ?? '', treeOf(twice))
      const own = [original, to, copiedPath(once, to)].map((each) => labels.get(each) ?? '')
      expect(own.slice(1)).toEqual([`${own[0]}のコピー`, `${own[0]}のコピー2`])
      const named = editedLanguages(twice).filter((language) => copiedLabel(files, language, original) !== '')
      for (const language of named) expect(copiedLabel(twice, language, to)).toMatch(/のコピー$|^Copy of /)
    }
  })

  it('causes no error for any question and step of a template', () => {
    for (const template of ['dog-registration', 'child-allowance']) {
      expect(templateNames()).toContain(template)
      const { folder, files } = form(template)
      for (const { path: original } of allNodes(treeOf(files))) {
        const copied = copyNode(files, original, copiedPath(files, original))
        expect(errorsOf(folder, files, copied), original).toEqual([])
        writeFormFiles(folder, copied, files)
      }
    }
  })
})

describe('a copy of a step', () => {
  it('follows it, with its questions and their texts', () => {
    const { folder, files } = form()
    const to = copiedPath(files, 'dogs')
    const copied = copyNode(files, 'dogs', to)
    expect(names(copied, '')).toEqual(['applicant', 'dogs', 'dogs2', 'delivery', 'consent'])
    expect(names(copied, 'dogs2/list')).toEqual(names(files, 'dogs/list'))
    const text = copied['texts.ja.json'] ?? ''
    const { title } = readValue(text, '/steps/dogs') as { title: string }
    expect(readValue(text, '/steps/dogs2')).toMatchObject({ title: `${title}のコピー` })
    expect(errorsOf(folder, files, copied)).toEqual([])
  })
})
