import '../../../src/ui/theme.css'
import { useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { Answers } from '../../../form-model/definition.ts'
import { FormPage } from '../../../src/form-engine/step/FormPage.tsx'
import type { FormPageHandle } from '../../../src/form-engine/step/FormPage.tsx'
import { loadForm } from '../../../src/form-engine/definition/load-form.ts'
import type { LoadedForm } from '../../../src/form-engine/definition/load-form.ts'
import { validateAll, validateStep } from '../../../src/form-engine/validation/validate.ts'
import { loadNamespaces } from '../../../src/i18n/texts.ts'
import { UiTextsContext } from '../../../src/ui/ui-texts.ts'
import { useComponentTexts } from '../../../src/app/shell/use-component-texts.ts'

/** The form engine without the portal, for comparison with the baselines. */
const query = new URLSearchParams(window.location.search)
const [form] = await Promise.all([
  loadForm({
    formsBase: '/forms',
    tenantId: 'minato-city',
    serviceId: query.get('service') ?? '',
    type: 'individual',
    formVersion: query.get('version') ?? '',
    language: 'ja',
  }),
  loadNamespaces(['form-engine', 'fields', 'critical']),
])
const only = query.get('step')
const steps = form.definition.steps.map(({ id }) => id).filter((id) => only === null || id === only)

const lookups = { address: () => Promise.resolve([]), corporation: () => Promise.resolve([]) }

const section = { f0: '山田花子', f1: 'hanako@example.jp', f2: 3, f3: '2026-04-01', f4: '北', f5: '個人', f6: true }
const filled = { ...section, f7: '105-0011', f8: '備考', f9: '備考' }
const members = ['山田太郎', '山田花子'].map((name) => ({ name, birth: '2001-04-01', rel: '子' }))
const repeats = 20

window.checkAnswers = () => {
  const whole: Answers = Object.fromEntries(
    form.definition.steps.map(({ id }) => [id, id === 'family' ? { members } : filled]),
  )
  const started = performance.now()
  for (let time = 0; time < repeats; time++) {
    const errors = only === null ? validateAll(form, whole) : validateStep(form, only, whole)
    if (errors.length > 0) throw new Error(`The answers are not valid: ${JSON.stringify(errors)}`)
  }
  return (performance.now() - started) / repeats
}

function Page({ loaded }: { loaded: LoadedForm }) {
  const fields = useRef<FormPageHandle>(null)
  const [answers, setAnswers] = useState<Answers>({})
  return (
    <UiTextsContext value={useComponentTexts('ja')}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          fields.current?.validate()
        }}
      >
        <FormPage
          ref={fields}
          form={loaded}
          stepIds={steps}
          answers={answers}
          lookups={lookups}
          onInput={() => undefined}
          onCommit={(step, given) => setAnswers((before) => ({ ...before, [step]: given }))}
          heading={(step, id) => <h2 id={id}>{loaded.texts.steps[step]?.title}</h2>}
        />
        <button type="submit">次へ</button>
      </form>
    </UiTextsContext>
  )
}

const place = document.getElementById('root')
if (place === null) throw new Error('The page has no #root')
createRoot(place).render(<Page loaded={form} />)
