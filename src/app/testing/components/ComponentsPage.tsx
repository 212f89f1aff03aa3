import { useState } from 'react'
import { MemoryRouter } from 'react-router-dom'
import type { Answers } from '../../../../form-model/definition.ts'
import { FormUploads } from '../../../form-engine/attachments/form-uploads.ts'
import type { Uploads } from '../../../form-engine/attachments/attachment-storage.ts'
import { FormStep } from '../../../form-engine/step/FormPage.tsx'
import type { Language } from '../../../lib/language.ts'
import link from '../../../ui/Link.module.css'
import { UiTextsContext } from '../../../ui/ui-texts.ts'
import { useComponentTexts } from '../../shell/use-component-texts.ts'
import { examples, longText } from './examples.tsx'
import { widgetErrors, widgetForm, widgetStates } from './widget-form.ts'

/** Every component of `ui/`, `fields/` and the form widgets, in each of its states. */
export function ComponentsPage({ language }: { language: Language }) {
  const texts = useComponentTexts('')
  return (
    <MemoryRouter>
      <UiTextsContext value={texts}>
        <main>
          <nav aria-label="Language" style={{ display: 'flex', gap: '1rem', paddingBlock: '0.75rem' }}>
            <a className={link.outsideSentence} href="?lang=ja">
              日本語
            </a>
            <a className={link.outsideSentence} href="?lang=en">
              English
            </a>
          </nav>
          {Object.entries(examples(language)).map(([name, states]) => (
            <section key={name} id={name}>
              <h2>{name}</h2>
              {Object.entries(states).map(([state, example]) => (
                <div key={state}>
                  <h3>{`${name}: ${state}`}</h3>
                  {example}
                </div>
              ))}
            </section>
          ))}
          <Widgets language={language} />
        </main>
      </UiTextsContext>
    </MemoryRouter>
  )
}

/** There is no server to upload to: a chosen file is shown as failed. */
const noUploads: Uploads = {
  upload: () => Promise.reject(new Error('The page of components has no server')),
  remove: () => Promise.resolve(),
  preview: () => Promise.reject(new Error('The page of components has no server')),
}

function Widgets({ language }: { language: Language }) {
  const [form] = useState(() => widgetForm(language, longText(language)))
  const [uploads] = useState(() => new FormUploads(noUploads, { read: () => undefined, write: () => undefined }))
  const [answers, setAnswers] = useState<Answers>({})
  return widgetStates.map((state) => (
    <section key={state} id={`widgets-${state}`}>
      <h2>{`Widgets: ${state}`}</h2>
      <FormStep
        form={form}
        stepId={state}
        answers={answers}
        serverErrors={state === 'error' ? widgetErrors : []}
        uploads={uploads}
        lookups={{ address: () => Promise.resolve([]), corporation: () => Promise.resolve([]) }}
        onInput={() => undefined}
        onCommit={(step) => setAnswers((before) => ({ ...before, [state]: step }))}
      />
    </section>
  ))
}
