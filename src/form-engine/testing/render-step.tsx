import { render } from '@testing-library/react'
import { setByPath } from '@rjsf/utils'
import axe from 'axe-core'
import { FormUploads } from '../attachments/form-uploads.ts'
import { Profiler, createRef, useImperativeHandle, useRef, useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { expect } from 'vitest'
import type { Answers, FieldText, JsonSchema, UiSchema } from '../../../form-model/definition.ts'
import { segmentsOf } from '../../../form-model/pointer.ts'
import { loadNamespaces } from '../../i18n/texts.ts'
import type { FieldError } from '../../lib/problem.ts'
import { UiTextsContext } from '../../ui/ui-texts.ts'
import { uiTexts } from '../../ui/testing/ui-texts.ts'
import { FormStep } from '../step/FormPage.tsx'
import type { LoadedForm } from '../definition/load-form.ts'
import type { FormStepHandle, Lookups } from '../field/ports.ts'
import type { AttachmentRef, Uploads } from '../attachments/attachment-storage.ts'
import { exampleForm } from './example-form.ts'

const noLookups: Lookups = {
  address: () => Promise.reject(new Error('no look-up in this test')),
  corporation: () => Promise.reject(new Error('no look-up in this test')),
}

type Options = {
  answers?: Answers
  lookups?: Partial<Lookups>
  /** The page's queues, or their uploads. */
  uploads?: Uploads | FormUploads
  attachments?: AttachmentRef[]
  serverErrors?: FieldError[]
  /** Renders the step inside a `<form>` with this handler. */
  onSubmit?: (event: FormEvent) => void
  /** The page stores every keystroke and renders again, like a page with a live draft. */
  live?: boolean
}

/** A step on a page that stores the answers, like the apply feature. */
export async function renderStep(form: LoadedForm, stepId: string, options: Options = {}) {
  await loadNamespaces(['form-engine', 'fields'])
  const inputs: [string, unknown][] = []
  const seen = { answers: options.answers ?? {}, commits: 0 }
  const page = createRef<PageHandle>()
  const uploads =
    options.uploads === undefined || options.uploads instanceof FormUploads
      ? options.uploads
      : new FormUploads(options.uploads, { read: () => undefined, write: () => undefined })

  function Page() {
    const [current, setForm] = useState(form)
    const [answers, setAnswers] = useState(seen.answers)
    const [serverErrors, setServerErrors] = useState(options.serverErrors ?? [])
    const handle = useRef<FormStepHandle>(null)
    useImperativeHandle(page, () => ({
      replaceAnswers: setAnswers,
      giveServerErrors: setServerErrors,
      replaceForm: setForm,
      step: () => {
        if (!handle.current) throw new Error('FormStep gave no handle')
        return handle.current
      },
    }))
    return (
      <main lang="ja">
        <h1>テスト</h1>
        <Around>
          <FormStep
            form={current}
            stepId={stepId}
            answers={answers}
            serverErrors={serverErrors}
            lookups={{ ...noLookups, ...options.lookups }}
            {...(uploads ? { uploads } : {})}
            {...(options.attachments ? { attachments: options.attachments } : {})}
            onInput={(pointer, value) => {
              inputs.push([pointer, value])
              if (options.live === true) setAnswers((before) => withValue(before, pointer, value))
            }}
            onCommit={(step) => {
              seen.answers = { ...seen.answers, [stepId]: step }
              setAnswers((before) => ({ ...before, [stepId]: step }))
            }}
            ref={handle}
          />
          <button type="submit">次へ</button>
        </Around>
      </main>
    )
  }

  function Around({ children }: { children: ReactNode }) {
    return options.onSubmit === undefined ? children : <form onSubmit={options.onSubmit}>{children}</form>
  }

  const view = render(
    <UiTextsContext value={uiTexts}>
      <Profiler id="page" onRender={() => (seen.commits += 1)}>
        <Page />
      </Profiler>
    </UiTextsContext>,
  )
  const present = (): PageHandle => {
    if (!page.current) throw new Error('The page is gone')
    return page.current
  }
  return {
    ...view,
    inputs,
    answers: () => seen.answers[stepId] ?? {},
    /** The number of renders of anything on the page. */
    commits: () => seen.commits,
    handle: () => present().step(),
    replaceAnswers: (answers: Answers) => present().replaceAnswers(answers),
    giveServerErrors: (errors: FieldError[]) => present().giveServerErrors(errors),
    /** Replaces the form by the same form in another language. */
    replaceForm: (next: LoadedForm) => present().replaceForm(next),
  }
}

type PageHandle = {
  replaceAnswers: (answers: Answers) => void
  giveServerErrors: (errors: FieldError[]) => void
  replaceForm: (next: LoadedForm) => void
  step: () => FormStepHandle
}

function withValue(answers: Answers, pointer: string, value: unknown): Answers {
  const changed = structuredClone(answers)
  setByPath(changed, segmentsOf(pointer), value)
  return changed
}

/** A form of one step `a` with one field `x`. */
export function oneField(schema: JsonSchema, text: FieldText, ui?: UiSchema, required = true): LoadedForm {
  return exampleForm(
    {
      steps: [
        {
          id: 'a',
          schema: { type: 'object', properties: { x: schema }, ...(required ? { required: ['x'] } : {}) },
          ...(ui ? { ui: { x: ui } } : {}),
        },
      ],
    },
    { fields: { 'a/x': text } },
  )
}

/** No axe violation, no duplicate id, no reference to a missing id. */
export async function expectAccessible(container: Element): Promise<void> {
  const { violations } = await axe.run(container, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
  const ids = [...container.querySelectorAll('[id]')].map(({ id }) => id)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  const references = [...container.querySelectorAll('[aria-describedby], [aria-labelledby], label[for]')].flatMap(
    (element) =>
      ['aria-describedby', 'aria-labelledby', 'for'].flatMap((name) => element.getAttribute(name)?.split(' ') ?? []),
  )
  expect(references.filter((id) => !ids.includes(id))).toEqual([])
}
