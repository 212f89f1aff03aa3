import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { act, cleanup, render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { loadSourceForm } from '../../forms/source/load-source.ts'
import { loadSamples } from '../../forms/samples/samples.ts'
import type { Manifest } from '../../form-model/definition.ts'
import { loadNamespaces } from '../i18n/texts.ts'
import { AnswersView } from './review/AnswersView.tsx'
import { answersToSend } from './validation/answers-to-send.ts'
import { loadForm } from './definition/load-form.ts'
import type { Uploads } from './attachments/attachment-storage.ts'
import type { LoadJson } from './definition/load-form.ts'
import { expectAccessible, renderStep } from './testing/render-step.tsx'
import { validateAll, validateStep } from './validation/validate.ts'
import { visibleSteps } from './definition/visible-steps.ts'

const root = join(import.meta.dirname, '../..')
const formsBase = join(root, '.local/forms')
await loadNamespaces(['form-engine', 'fields'])

const fromFiles: LoadJson = async (file) => Promise.resolve(JSON.parse(readFileSync(file, 'utf8')) as unknown)

const tenants = ['minato-city', 'aozora-water', 'kaze-maintenance', 'yume-suspended', 'hoshi-disabled']
const published = tenants.flatMap((tenantId) => {
  const manifest = JSON.parse(readFileSync(join(formsBase, tenantId, 'manifest.json'), 'utf8')) as Manifest
  return Object.entries(manifest.forms).flatMap(([serviceId, types]) =>
    Object.entries(types).map(([type, { current }]) => ({ tenantId, serviceId, type, formVersion: current ?? '' })),
  )
})

function load(address: (typeof published)[number], language: 'ja' | 'en' = 'ja') {
  return loadForm({ ...address, formsBase, language, loadJson: fromFiles })
}

function samplesOf({ tenantId, serviceId, type }: (typeof published)[number]) {
  const source = loadSourceForm(join(root, 'schemas', tenantId, serviceId, type))
  const samples = loadSamples(source, (file) => file, Date.now())
  return { valid: samples.valid, invalid: samples.invalid }
}

/** Nothing is uploaded here; a file field only has to be shown. */
const noUploads: Uploads = {
  upload: () => Promise.reject(new Error('not used')),
  remove: () => Promise.reject(new Error('not used')),
  preview: () => Promise.reject(new Error('not used')),
}

/** Texts that only a validator or a program would produce. */
const foreign = /must |should |required property|schema|undefined|\[object|\{\{|NaN/

describe.each(published)('$tenantId $serviceId $type', (address) => {
  it('shows every step, empty and with errors, without an accessibility finding', async () => {
    const form = await load(address)
    const samples = samplesOf(address)
    for (const { answers } of [{ answers: {} }, ...samples.valid]) {
      for (const stepId of visibleSteps(form.definition, answers)) {
        const { container, handle } = await renderStep(form, stepId, { answers, uploads: noUploads })
        await expectAccessible(container)
        act(() => void handle().validate())
        await expectAccessible(container)
        expect(container.textContent).not.toMatch(foreign)
        cleanup()
      }
    }
  })

  it('accepts the sample answers and returns them unchanged', async () => {
    const form = await load(address)
    for (const { answers } of samplesOf(address).valid) {
      expect(validateAll(form, answers)).toEqual([])
      expect(answersToSend(form, answers)).toEqual(answers)
    }
  })

  it('finds the errors that the samples declare', async () => {
    const form = await load(address)
    for (const { answers, expect: wanted } of samplesOf(address).invalid) {
      const found = form.definition.steps.flatMap(({ id }) =>
        visibleSteps(form.definition, answers).includes(id) ? validateStep(form, id, answers) : [],
      )
      // A group that is missing as a whole is reported by its fields.
      const named = found.filter(
        ({ pointer, code }) =>
          code === wanted.keyword &&
          (pointer === wanted.pointer || (code === 'required' && pointer.startsWith(`${wanted.pointer}/`))),
      )
      expect({ wanted, found: named.length > 0 ? [] : found }).toEqual({ wanted, found: [] })
    }
  })

  it.each(['ja', 'en'] as const)('reads back the answers in %s', async (language) => {
    const form = await load(address, language)
    const [sample] = samplesOf(address).valid
    const { container } = render(
      <main>
        <h1>確認</h1>
        <AnswersView form={form} answers={sample?.answers ?? {}} />
      </main>,
    )
    expect(screen.getAllByRole('heading', { level: 2 }).length).toBeGreaterThan(0)
    expect(container.textContent).not.toMatch(foreign)
    await expectAccessible(container)
  })
})
