import { Component, useCallback, useEffect, useRef, useState } from 'react'
import type { Answers } from '../../form-model/definition.ts'
import { inLanguage } from '../../form-model/language-tag.ts'
import type { TenantLook } from '../edit/tenant-files.ts'
import { isNameOfForm } from '../source/form-name.ts'
import type { Language } from '../../src/lib/language.ts'
import { answersToSend } from '../../src/form-engine/validation/answers-to-send.ts'
import { AnswersView } from '../../src/form-engine/review/AnswersView.tsx'
import { loadForm } from '../../src/form-engine/definition/load-form.ts'
import type { LoadedForm } from '../../src/form-engine/definition/load-form.ts'
import { visibleSteps } from '../../src/form-engine/definition/visible-steps.ts'
import { AboutForm } from '../../src/features/services/AboutForm.tsx'
import { Button } from '../../src/ui/Button.tsx'
import { PageTitle } from '../../src/ui/PageTitle.tsx'
import { UiTextsContext } from '../../src/ui/ui-texts.ts'
import css from './FormFrame.module.css'
import { FeePreview } from './FeePreview.tsx'
import { formHost } from './form-host.ts'
import { readState } from './frame-state.ts'
import type { FrameMessage, FrameState } from './frame-state.ts'
import type { PreviewForm } from './preview-library.ts'
import { StepPreview } from './StepPreview.tsx'
import { previewTexts } from './preview-texts.ts'
import headerCss from '../../src/app/shell/PageHeader.module.css'
import { TenantMark } from '../../src/app/shell/TenantMark.tsx'
import { useComponentTexts } from '../../src/app/shell/use-component-texts.ts'
import { applyTenantTheme } from '../../src/tenant/tenant-theme.ts'
import type { Content } from '../../src/ui/elements.ts'

/** One form in one state, as the portal shows it. */
export function FormFrame({ state }: { state: FrameState }) {
  const [form, setForm] = useState<LoadedForm | null>(null)
  const [isFailed, setIsFailed] = useState(false)
  const [answers, setAnswers] = useState<Answers | null>(null)
  const [{ view, fee }, setShown] = useState(state)
  const [look, setLook] = useState<TenantLook | null>(null)
  const texts = previewTexts(state.language)
  const version = useRef('')

  const load = useCallback(async () => {
    const entry = await formHost().form(state.form, state.language)
    // A change of samples or findings leaves the version the same.
    if (!entry || entry.formVersion === null || entry.formVersion === version.current) return
    const [tenantId = '', serviceId = '', type = ''] = entry.name.split('/')
    const address = { formsBase: formHost().built, tenantId, serviceId, type, formVersion: entry.formVersion }
    const loaded = await loadForm({ ...address, language: state.language })
    version.current = entry.formVersion
    setForm(loaded)
    setIsFailed(false)
    // Answers typed so far stay when the form changes on disk.
    setAnswers((before) => before ?? startAnswers(entry, state.answers))
  }, [state])

  useEffect(() => {
    const start = () => {
      load().catch((cause: unknown) => {
        setIsFailed(true)
        reportError(cause)
      })
    }
    start()
    return formHost().onFormsChanged((names) => {
      if (names.includes(state.form)) start()
    })
  }, [load, state.form])

  useEffect(() => {
    const follow = () => {
      formHost()
        .tenant(state.form)
        .then((found) => {
          const { primaryColor = null } = found ?? {}
          applyTenantTheme(found && { branding: primaryColor === null ? {} : { primaryColor } })
          setLook(found)
        }, reportError)
    }
    follow()
    return formHost().onFormsChanged((names) => {
      if (names.includes(state.form)) follow()
    })
  }, [state.form])

  useEffect(() => {
    // The page around the frame changes its address to show another step.
    const follow = () => setShown(readState(window.location.search))
    follow()
    window.addEventListener('popstate', follow)
    return () => window.removeEventListener('popstate', follow)
  }, [])

  const header = look && (
    <header className={headerCss.header}>
      <div className={headerCss.inner}>
        <span className={headerCss.home}>
          <TenantMark name={inLanguage(look.displayName, state.language)} logo={look.logo} />
        </span>
      </div>
    </header>
  )
  if (look && !isNameOfForm(state.form))
    return (
      <>
        {header}
        <TenantSample look={look} language={state.language} />
      </>
    )
  if (!form || !answers) return <p className={css.waiting}>{isFailed ? texts.failed : texts.loading}</p>
  const { formVersion } = form.definition
  return (
    <FrameBoundary key={formVersion} formVersion={formVersion} message={texts.failed}>
      {header}
      <FramePage
        form={form}
        state={{ ...state, view, fee }}
        answers={answers}
        onAnswers={setAnswers}
        onView={(next) => setShown((before) => ({ ...before, view: next }))}
      />
    </FrameBoundary>
  )
}

/** What a tenant without a form can show: its own texts, and a button in its colour. */
function TenantSample({ look, language }: { look: TenantLook; language: Language }) {
  const texts = previewTexts(language)
  const uiTexts = useComponentTexts(language)
  return (
    <UiTextsContext value={uiTexts}>
      <main className={css.page}>
        <PageTitle title={inLanguage(look.displayName, language)} />
        <section className={css.section}>
          {(look.texts[language] ?? []).map((text, index) => (
            // Two texts may be alike.
            <p key={`${index} ${text}`}>{text}</p>
          ))}
          <Button variant="primary">{texts.next}</Button>
        </section>
      </main>
    </UiTextsContext>
  )
}

function startAnswers({ samples }: PreviewForm, wanted: string): Answers {
  return samples.find(({ name }) => wanted === `sample:${name}`)?.answers ?? {}
}

type PageProps = {
  form: LoadedForm
  state: FrameState
  answers: Answers
  onAnswers: (change: (before: Answers | null) => Answers) => void
  onView: (view: string) => void
}

function FramePage({ form, state, answers, onAnswers, onView }: PageProps) {
  const texts = previewTexts(state.language)
  const uiTexts = useComponentTexts(state.language)
  const heading = useRef<HTMLDivElement>(null)
  const shown = visibleSteps(form.definition, answersToSend(form, answers))
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
        {state.fee && state.view !== 'review' && <FeePreview form={form} answers={answers} texts={texts} />}
        {state.view === 'about' ? (
          form.texts.about && (
            <div className={css.about}>
              <AboutForm about={form.texts.about} nested={false} />
            </div>
          )
        ) : state.view === 'review' ? (
          <>
            <AnswersView form={form} answers={answersToSend(form, answers)} />
            <FeePreview form={form} answers={answers} texts={texts} />
          </>
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
              nextLabel={texts.next}
              onNext={() => onView(next === undefined ? 'review' : `step:${next}`)}
            />
          </section>
        )}
      </main>
    </UiTextsContext>
  )
}

type BoundaryProps = { formVersion: string; message: string; children: Content }

/** An error while a form is drawn must not break the page. */
class FrameBoundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch() {
    const { formVersion } = this.props
    window.parent.postMessage({ kind: 'undrawn', formVersion } satisfies FrameMessage, window.location.origin)
  }

  override render() {
    return this.state.failed ? <p className={css.waiting}>{this.props.message}</p> : this.props.children
  }
}
