import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Definition } from '../../form-model/definition.ts'
import { formNameOf } from '../source/form-folder.ts'
import { checkForm } from '../check/check-form.ts'
import { createPreviewLibrary } from './preview-library.ts'
import type { Reading } from './preview-library.ts'

const work = mkdtempSync(path.join(tmpdir(), 'forms-preview-'))

const shipped = path.resolve(import.meta.dirname, '../../schemas')
const root = path.join(work, 'schemas')
const name = 'minato-city/childcare-consultation/individual'
const file = path.join(root, name, 'form.json')

beforeEach(() => {
  rmSync(root, { recursive: true, force: true })
  for (const part of ['shared', name]) cpSync(path.join(shipped, part), path.join(root, part), { recursive: true })
})

function edit(target: string, from: string, to: string) {
  return writeFileSync(target, readFileSync(target, 'utf8').replace(from, to))
}

describe('the forms of a preview', () => {
  it('builds forms with their samples, and with answers generated for every field', () => {
    const library = createPreviewLibrary([root])
    expect(library.names()).toEqual([name])
    const form = library.form(name, 'ja')
    expect(form).toMatchObject({ shown: 'whole', steps: ['consultation', 'booking'], findings: [] })
    expect(form?.samples.map((sample) => sample.name)).toEqual(['phone', 'visit', '*'])
    const definition = library.builtFile(name, form?.formVersion ?? '', 'definition.json')
    expect((JSON.parse(definition ?? '{}') as Definition).steps).toHaveLength(2)
  })

  it('shows a form as not checked if a rule fails, reports the failure, and checks again after a change', () => {
    const defect = new TypeError('a rule has a defect')
    const report = vi.spyOn(console, 'error').mockReturnValue()
    const checkOf = vi.fn(checkForm).mockImplementationOnce(() => {
      throw defect
    })
    const library = createPreviewLibrary([root], undefined, checkOf)
    expect(library.form(name, 'ja')).toMatchObject({ shown: 'failed', formVersion: null, findings: [] })
    expect(report).toHaveBeenCalledWith(defect)
    report.mockRestore()
    edit(file, '"maxLength": 500', '"maxLength": 600')
    library.refresh(file)
    expect(library.form(name, 'ja')).toMatchObject({ shown: 'whole' })
  })

  it('checks a form when it is first shown, not all at the start', () => {
    const read: string[] = []
    const onReading = (reading: Reading | null) => read.push(...(reading ? [formNameOf(reading.folder)] : []))
    const library = createPreviewLibrary([root], { ended: new Map(), onReading })
    edit(file, '"maxLength": 500', '"maxLength": 600')
    expect(library.refresh(file)).toEqual([name])
    expect(read).toEqual([])
    library.form(name, 'ja')
    library.form(name, 'en')
    expect(read).toEqual([name])
  })

  it('rebuilds a form after a change, and keeps earlier versions', () => {
    const library = createPreviewLibrary([root])
    const before = library.form(name, 'ja')?.formVersion ?? ''
    edit(file, '"maxLength": 500', '"maxLength": 600')
    expect(library.refresh(file)).toEqual([name])
    expect(library.form(name, 'ja')?.formVersion).not.toBe(before)
    expect(library.builtFile(name, before, 'definition.json')).not.toBeNull()
  })

  it('report a change that a check has already read, because the files were read for the page before', () => {
    const library = createPreviewLibrary([root])
    edit(file, '"maxLength": 500', '"maxLength": 600')
    library.form(name, 'ja')
    expect(library.refresh(file)).toEqual([name])
  })

  it('reports each branch that no valid sample takes, unless the form allows it', () => {
    const branching = 'minato-city/bulky-waste/individual'
    const written = path.join(root, branching, 'form.json')
    cpSync(path.join(shipped, branching), path.join(root, branching), { recursive: true })
    const found = () => createPreviewLibrary([root]).form(branching, 'en')?.findings ?? []
    const untested = () => found().filter(({ rule }) => rule === 'branch-untested')
    expect(untested()).toEqual([])
    rmSync(path.join(root, branching, 'valid/apartment.json'))
    expect(untested()).toMatchObject([{ severity: 'warning', file: written }])
    const at = untested().map(({ pointer }) => pointer)
    edit(
      written,
      '"engine": 1,',
      `"engine": 1, "allow": [{ "rule": "branch-untested", "at": "${at[0]}", "reason": "x" }],`,
    )
    expect(found().filter(({ rule }) => rule === 'branch-untested' || rule === 'allow-unused')).toEqual([])
  })

  it('rebuilds a form after a change to a shared part', () => {
    const library = createPreviewLibrary([root])
    const part = path.join(root, 'shared/person-name.schema.json')
    edit(part, '"maxLength": 50', '"maxLength": 40')
    expect(library.refresh(part)).toEqual([name])
    expect(library.builtFile(name, library.form(name, 'ja')?.formVersion ?? '', 'definition.json')).toContain(
      '"maxLength":40',
    )
  })

  it('stay at the last valid version while there are errors, which are reported', () => {
    const library = createPreviewLibrary([root])
    const good = library.form(name, 'ja')?.formVersion
    edit(file, '"engine": 1,', '"engine": 1')
    library.refresh(file)
    expect(library.form(name, 'en')).toMatchObject({
      shown: 'earlier',
      formVersion: good,
      findings: [{ rule: 'syntax', file, line: 4 }],
    })
  })

  it('shows a form without the question that has an error', () => {
    const library = createPreviewLibrary([root])
    const good = library.form(name, 'en')
    edit(file, '"maxLength": 500', '"maxLength": "500"')
    library.refresh(file)
    const form = library.form(name, 'en')
    expect(form).toMatchObject({ shown: 'repaired', steps: good?.steps })
    expect(form?.findings.map(({ rule }) => rule)).toContain('wrong-value')
    expect(library.builtFile(name, form?.formVersion ?? '', 'definition.json')).not.toContain('"maxLength":500')
  })

  it('shows what was added after a condition, a rule, a fee and a step without questions lost their question', () => {
    const library = createPreviewLibrary([root])
    const isGone = '{ "properties": { "booking": { "required": ["gone"] } }, "required": ["booking"] }'
    edit(
      file,
      '"steps": [',
      `"requiredWhen": [{ "field": "booking/gone", "when": ${isGone} }],
  "fee": { "lines": [{ "text": "gone", "amount": { "answer": "booking/gone" }, "when": ${isGone} }] },
  "delivery": { "when": ${isGone} },
  "steps": [
    { "id": "empty", "schema": { "type": "object", "properties": {} } },
    {
      "id": "added",
      "visibleWhen": ${isGone},
      "schema": {
        "type": "object",
        "properties": { "one": { "type": "boolean" } },
        "if": { "properties": { "gone": { "const": true } }, "required": ["gone"] },
        "then": { "properties": { "two": { "type": "boolean" } } }
      }
    },`,
    )
    const form = library.form(name, 'en')
    expect(form?.shown).toBe('repaired')
    expect(form?.steps).toEqual(['added', 'consultation', 'booking'])
    const definition = library.builtFile(name, form?.formVersion ?? '', 'definition.json') ?? ''
    expect(definition).toContain('"two"')
    expect(definition).not.toMatch(/"gone"\]|visibleWhen|requiredWhen/)
  })

  it('shows nothing of a form that cannot be read', () => {
    writeFileSync(file, '{')
    expect(createPreviewLibrary([root]).form(name, 'en')).toMatchObject({
      shown: 'nothing',
      formVersion: null,
      steps: [],
    })
  })
})
