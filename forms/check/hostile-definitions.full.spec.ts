import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkForm } from './check-form.ts'
import { toFindings } from '../source/finding.ts'
import { hostileDefinitions } from '../testing/hostile-definitions.ts'
import { createPreviewLibrary } from '../preview/preview-library.ts'
import { writeExample } from '../testing/write-example.ts'

const work = mkdtempSync(path.join(tmpdir(), 'forms-hostile-'))

const names = Object.keys(hostileDefinitions)

function placeOf(content: string, text: string): { line: number; column: number } {
  const offset = content.indexOf(text)
  if (offset < 0) throw new Error(`The definition has no ${text}`)
  const before = content.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 }
}

function checkHostile(name: string) {
  const definition = hostileDefinitions[name]
  if (!definition) throw new Error(name)
  const folder = path.join(work, String(names.indexOf(name)), 'tenant', 'service', 'type')
  const files = writeExample(folder, definition.parts)
  const before = process.cpuUsage()
  const findings = toFindings(checkForm(folder, { shown: (file) => path.relative(folder, file) }).problems, 'ja')
  // Measures the CPU time of this process, which a busy machine does not increase.
  return { findings, files, found: definition.found, cpuMs: process.cpuUsage(before).user / 1000 }
}

describe('hostile definitions (matrix D)', () => {
  it('tries at least forty definitions', () => {
    expect(names.length).toBeGreaterThanOrEqual(40)
  })

  it.each(names.filter((name) => hostileDefinitions[name]?.found))(
    '%s: reported at its place with less than 5 s of work',
    (name) => {
      const { findings, files, found, cpuMs } = checkHostile(name)
      const { rule, file = 'form.json', at } = found ?? { rule: 'syntax', at: '' }
      expect(findings.filter((finding) => finding.rule === rule)).toContainEqual(
        expect.objectContaining({ file, ...placeOf(files[file] ?? '', at), severity: 'error' }),
      )
      expect(cpuMs).toBeLessThan(5000)
      expect(findings.every(({ line, column, message }) => line > 0 && column > 0 && message !== '')).toBe(true)
      expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
    },
  )

  it('do not break the preview, which shows the valid parts', () => {
    for (const name of names) checkHostile(name)
    const folders = names.map((_, index) => path.join(work, String(index)))
    const shown = folders.map((folder) => createPreviewLibrary([folder]).form('tenant/service/type', 'ja')?.shown)
    expect(shown).toHaveLength(names.length)
    expect(new Set(shown)).toEqual(new Set(['whole', 'repaired', 'part', 'nothing']))
  })

  it.each(names.filter((name) => hostileDefinitions[name]?.found === null))('%s: accepted without an error', (name) => {
    expect(checkHostile(name).findings.filter(({ severity }) => severity === 'error')).toEqual([])
  })
})
