import '../../../src/ui/theme.css'
import { useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { Answers } from '../../../form-model/definition.ts'
import { FormPage } from '../../../src/form-engine/step/FormPage.tsx'
import type { FormPageHandle } from '../../../src/form-engine/step/FormPage.tsx'
import { loadForm } from '../../../src/form-engine/definition/load-form.ts'
import type { LoadedForm } from '../../../src/form-engine/definition/load-form.ts'
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
