import { Component, useCallback, useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { Answers } from '../../form-model/definition.ts'
import { evaluateFee } from '../../form-model/fee.ts'
import { answersToSend } from '../../src/form-engine/validation/answers-to-send.ts'
import { AnswersView } from '../../src/form-engine/review/AnswersView.tsx'
import { loadForm } from '../../src/form-engine/definition/load-form.ts'
import type { LoadedForm } from '../../src/form-engine/definition/load-form.ts'
import { holds, visibleSteps } from '../../src/form-engine/definition/visible-steps.ts'
import { AboutForm } from '../../src/features/services/AboutForm.tsx'
import { applyTenantTheme } from '../../src/tenant/tenant-theme.ts'
import { PageTitle } from '../../src/ui/PageTitle.tsx'
import { UiTextsContext } from '../../src/ui/ui-texts.ts'
import css from './FormFrame.module.css'
import { fetchForm, onFormsChanged, readState } from './preview-api.ts'
import type { FrameMessage, FrameState, PreviewForm } from './preview-api.ts'
import { StepPreview } from './StepPreview.tsx'
import { useSay } from './preview-texts.ts'
import { studioHost } from './studio-host.ts'
import { useComponentTexts } from '../../src/app/shell/use-component-texts.ts'
import { reportAccessibility } from './report-accessibility.ts'

function send(message: FrameMessage) {
  return window.parent.postMessage(message, window.location.origin)
}

type Loaded = { form: LoadedForm; entry: PreviewForm }

/** One form in one state, as the portal shows it. */
export function FormFrame({ state }: { state: FrameState }) {
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [answers, setAnswers] = useState<Answers | null>(null)
  const [view, setView] = useState(state.view)
  const say = useSay(state.language)
  const version = useRef('')

  const load = useCallback(async () => {
    const entry = await fetchForm(state.form, state.language)
    // A change of samples or findings leaves the version the same.
    if (!entry || entry.formVersion === null || entry.formVersion === version.current) return
    const [tenantId = '', serviceId = '', type = ''] = entry.name.split('/')
    const address = { formsBase: studioHost().built, tenantId, serviceId, type, formVersion: entry.formVersion }
    const form = await loadForm({ ...address, language: state.language })
    version.current = entry.formVersion
    setLoaded({ form, entry })
    // Answers typed so far stay when the form changes on disk.
    setAnswers((before) => before ?? startAnswers(entry, state.answers))
  }, [state])

  useEffect(() => {
    const start = () => {
      load().catch((cause: unknown) => send({ kind: 'failed', message: String(cause) }))
    }
    start()
    return onFormsChanged((names) => {
      if (names.includes(state.form)) start()
    })
  }, [load, state.form])

  useEffect(() => {
    // The page around the frame changes its address to show another step.
    const follow = () => setView(readState(window.location.search).view)
    follow()
    window.addEventListener('popstate', follow)
    return () => window.removeEventListener('popstate', follow)
  }, [])

  useEffect(() => {
    const branding = { primaryColor: state.colour }
    applyTenantTheme(
      state.colour === ''
        ? null
        : { tenantId: 'preview', state: 'OPEN', features: { webApplication: { enabled: true } }, branding },
    )
  }, [state.colour])

  useEffect(() => {
    if (loaded && answers && state.reports) send({ kind: 'answers', answers, ...toSendWithFee(loaded.form, answers) })
  }, [loaded, answers, state.reports])

  useEffect(() => {
    if (!loaded || !state.reports) return
    const timer = setTimeout(() => {
      reportAccessibility().then(
        (findings) => send({ kind: 'axe', findings }),
        (cause: unknown) => send({ kind: 'failed', message: String(cause) }),
      )
    }, 300)
    return () => clearTimeout(timer)
  }, [loaded, view, answers, state.reports])

  if (!loaded || !answers) return <p className={css.waiting}>{say('loading')}</p>
  return (
    <FrameBoundary
      key={loaded.form.definition.formVersion}
      formVersion={loaded.form.definition.formVersion}
      message={say('failed')}
    >
      <FramePage
        loaded={loaded}
        state={{ ...state, view }}
        answers={answers}
        onAnswers={setAnswers}
        onView={(next) => {
          setView(next)
          send({ kind: 'view', view: next })
        }}
      />
    </FrameBoundary>
  )
}

function toSendWithFee(form: LoadedForm, answers: Answers) {
  const toSend = answersToSend(form, answers)
  return { toSend, fee: evaluateFee(form.definition, toSend, (key) => holds(form, key, toSend)) }
}

function startAnswers({ samples }: PreviewForm, wanted: string): Answers {
  const separator = wanted.indexOf(':')
  const name = wanted.slice(separator + 1)
  const answers = separator < 0 ? undefined : samples.find((sample) => sample.name === name)?.answers
  if (!answers) return {}
  if (!wanted.startsWith('draft:')) return answers
  const steps = Object.entries(answers)
  return Object.fromEntries(steps.slice(0, Math.ceil(steps.length / 2)))
}

type PageProps = {
  loaded: Loaded
  state: FrameState
  answers: Answers
  onAnswers: (change: (before: Answers | null) => Answers) => void
  onView: (view: string) => void
}

function FramePage({ loaded: { form }, state, answers, onAnswers, onView }: PageProps) {
  const say = useSay(state.language)
  const uiTexts = useComponentTexts(state.language)
  const heading = useRef<HTMLDivElement>(null)
  const shown = visibleSteps(form, answers)
  const asked = state.view.startsWith('step:') ? state.view.slice(5) : (shown[0] ?? '')
  const step = form.definition.steps.some(({ id }) => id === asked) ? asked : (shown[0] ?? '')
  const next = shown[shown.indexOf(step) + 1]
  const common = { form, answers, onAnswers, showErrors: state.errors, language: state.language }
  return (
    <UiTextsContext value={uiTexts}>
      <main className={css.page} ref={heading}>
        <PageTitle
          title={form.texts.title}
          lead={state.view !== 'about' && step === shown[0] ? form.texts.description : undefined}
        />
        {state.answers.startsWith('draft:') && <p>{say('draft')}</p>}
        {state.view === 'about' ? (
          form.texts.about && (
            <div className={css.about}>
              <AboutForm about={form.texts.about} nested={false} />
            </div>
          )
        ) : state.view === 'review' || state.view === 'details' ? (
          <AnswersView form={form} answers={state.view === 'review' ? answersToSend(form, answers) : answers} />
        ) : state.view === 'all' ? (
          shown.map((id) => (
            <section key={id} className={css.section}>
              <h2>{form.texts.steps[id]?.title ?? id}</h2>
              <StepPreview {...common} stepId={id} nextLabel={null} onNext={() => undefined} />
            </section>
          ))
        ) : (
          <section className={css.section}>
            <h2>{form.texts.steps[step]?.title ?? step}</h2>
            {form.texts.steps[step]?.description !== undefined && <p>{form.texts.steps[step].description}</p>}
            <StepPreview
              {...common}
              key={step}
              stepId={step}
              nextLabel={say('next')}
              onNext={() => onView(next === undefined ? 'review' : `step:${next}`)}
            />
          </section>
        )}
      </main>
    </UiTextsContext>
  )
}

type BoundaryProps = { formVersion: string; message: string; children: ReactNode }

/** An error while a form is drawn must not break the page. */
class FrameBoundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: Error) {
    send({ kind: 'undrawn', formVersion: this.props.formVersion, message: error.message })
  }

  override render() {
    return this.state.failed ? <p className={css.waiting}>{this.props.message}</p> : this.props.children
  }
}
