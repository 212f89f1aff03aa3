import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { checkForm } from '../check/check-form.ts'
import { toFindings } from '../source/finding.ts'
import { createForm, templateNames } from './new-form.ts'
import { testForm } from '../check/test-form.ts'

const root = mkdtempSync(path.join(tmpdir(), 'forms-new-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

describe('a new form', () => {
  it('can start from these templates', () => {
    expect(templateNames()).toEqual(['corporate', 'simple', 'with-fee'])
  })

  it.each(templateNames())(
    'from the template %s has no finding except its texts, outside the project too',
    (template) => {
      const folder = createForm({
        root,
        tenant: 'town',
        service: template,
        type: 'individual',
        template,
        title: { ja: '犬の登録', en: 'Dog licence' },
      })
      const checked = checkForm(folder)
      const findings = toFindings(checked.problems, 'en').map(({ rule }) => rule)
      expect(new Set(findings)).toEqual(new Set(['template-text']))
      const tested = testForm(checked, Date.now())
      expect(tested?.generated).toEqual({ tried: 25, accepted: 25 })
      expect(tested?.wrong.refused).toBe(tested?.wrong.tried)
      expect(tested?.problems).toEqual([])
      expect(JSON.parse(readFileSync(path.join(folder, 'texts.ja.json'), 'utf8'))).toMatchObject({ title: '犬の登録' })
    },
  )

  it('never overwrites a form', () => {
    const again = {
      root,
      tenant: 'town',
      service: 'simple',
      type: 'individual',
      template: 'simple',
      title: { ja: 'x', en: 'x' },
    }
    expect(() => createForm(again)).toThrow(/there already/)
  })
})
