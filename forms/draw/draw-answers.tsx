import { renderToString } from 'react-dom/server'
import type { Answers } from '../../form-model/definition.ts'
import { useComponentTexts } from '../../src/app/shell/use-component-texts.ts'
import { FormUploads } from '../../src/form-engine/attachments/form-uploads.ts'
import { loadForm } from '../../src/form-engine/definition/load-form.ts'
import type { LoadedForm } from '../../src/form-engine/definition/load-form.ts'
import { visibleSteps } from '../../src/form-engine/definition/visible-steps.ts'
import { AnswersView } from '../../src/form-engine/review/AnswersView.tsx'
import { FormStep } from '../../src/form-engine/step/FormPage.tsx'
import { loadNamespaces } from '../../src/i18n/texts.ts'
import { UiTextsContext } from '../../src/ui/ui-texts.ts'
import type { BuiltForm } from '../build/build-form.ts'

/** A step that the form engine of the portal cannot show with certain answers. */
export type Undrawn = { step: string; reason: string }

/**
 * Renders every visible step and the review with each of the answers, as the portal does; reports each failing step
 * once.
 */
export async function drawAnswers(built: BuiltForm, all: readonly Answers[]): Promise<Undrawn[]> {
  await loadNamespaces(['form-engine', 'fields'])
  const form = await loadBuilt(built)
  const failed = new Map<string, Undrawn>()
  for (const answers of all) {
    for (const step of visibleSteps(form.definition, answers)) {
      const reason = failed.has(step) ? null : failureOf(form, step, answers)
      if (reason !== null) failed.set(step, { step, reason })
    }
  }
  return [...failed.values()]
}

function failureOf(form: LoadedForm, step: string, answers: Answers): string | null {
  try {
    const html = renderToString(<DrawnStep form={form} step={step} answers={answers} />)
    return html.includes('form-step') ? null : 'empty'
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause
    return cause.message
  }
}

type StepProps = { form: LoadedForm; step: string; answers: Answers }

function DrawnStep({ form, step, answers }: StepProps) {
  return (
    <UiTextsContext value={useComponentTexts(form.language)}>
      <FormStep
        form={form}
        stepId={step}
        answers={answers}
        lookups={{ address: () => Promise.resolve([]), corporation: () => Promise.resolve([]) }}
        uploads={noUploads()}
        onInput={() => undefined}
        onCommit={() => undefined}
      />
      <AnswersView form={form} answers={answers} stepId={step} />
    </UiTextsContext>
  )
}

/** A drawn form uploads nothing. */
function noUploads(): FormUploads {
  const refuse = () => Promise.reject(new Error('not used'))
  return new FormUploads(
    { upload: refuse, remove: refuse, preview: refuse },
    { read: () => undefined, write: () => undefined },
  )
}

function loadBuilt({ definition, files }: BuiltForm): Promise<LoadedForm> {
  const { tenantId, serviceId, type, formVersion } = definition
  const fileAt = (url: string) => files[url.slice(url.lastIndexOf('/') + 1)] ?? ''
  return loadForm({
    formsBase: '',
    tenantId,
    serviceId,
    type,
    formVersion,
    language: 'ja',
    loadJson: (url) => Promise.resolve(JSON.parse(fileAt(url)) as unknown),
  })
}
