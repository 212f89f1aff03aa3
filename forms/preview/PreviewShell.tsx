import { useCallback, useEffect, useState } from 'react'
import { spokenLanguage } from '../../form-model/language-tag.ts'
import { FileEditor } from './FileEditor.tsx'
import type { Place } from './FileEditor.tsx'
import { fetchForm, fetchNames, isFrameMessage, onFormsChanged, readState, writeState } from './preview-api.ts'
import type { AxeFinding, FrameState, PreviewForm } from './preview-api.ts'
import css from './PreviewShell.module.css'
import { PreviewToolbar } from './PreviewToolbar.tsx'
import type { Look } from './PreviewToolbar.tsx'
import { ProblemList } from './ProblemList.tsx'
import { useSay } from './preview-texts.ts'
import { studioHost } from './studio-host.ts'

type Report = {
  answers: unknown
  toSend: unknown
  fee: unknown
  axe: AxeFinding[]
  failed: string | null
  /** The view that the form's own button has opened. */
  view: string | null
}

const nothing: Report = { answers: {}, toSend: {}, fee: {}, axe: [], failed: null, view: null }

/** The form in a frame, its findings and data, and the controls of its states. */
export function PreviewShell() {
  const [names, setNames] = useState<string[] | null>(null)
  const [form, setForm] = useState<PreviewForm | null>(null)
  const [state, setState] = useState<FrameState>(() => readState(window.location.search))
  const [look, setLook] = useState<Look>({ width: 'phone', zoom: 1 })
  const [report, setReport] = useState<Report>(nothing)
  /** Every selection reloads the frame, even if its address stays the same. */
  const [choices, setChoices] = useState(0)
  const [place, setPlace] = useState<Place | null>(null)
  const [editing, setEditing] = useState(false)
  const say = useSay(state.language)

  const load = useCallback(async () => {
    const found = await fetchNames()
    const name = found.includes(state.form) ? state.form : (found[0] ?? '')
    setNames(found)
    setForm(await fetchForm(name, state.language))
    setState((before) => ({ ...before, form: name }))
  }, [state.form, state.language])

  useEffect(() => {
    const start = () => {
      load().catch((cause: unknown) => setReport((before) => ({ ...before, failed: String(cause) })))
    }
    start()
    return onFormsChanged(start)
  }, [load])

  useEffect(() => {
    document.documentElement.lang = spokenLanguage(state.language)
    window.history.replaceState(null, '', `?${writeState(state)}`)
  }, [state])

  useEffect(() => {
    const listen = ({ origin, data }: MessageEvent<unknown>) => {
      if (origin !== window.location.origin || !isFrameMessage(data)) return
      if (data.kind === 'answers')
        setReport((before) => ({ ...before, answers: data.answers, toSend: data.toSend, fee: data.fee, failed: null }))
      else if (data.kind === 'view') setReport((before) => ({ ...before, view: data.view }))
      else if (data.kind === 'axe') setReport((before) => ({ ...before, axe: data.findings }))
      else setReport((before) => ({ ...before, failed: data.message }))
    }
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  }, [])

  if (!names || (!form && names.length > 0)) return <p className={css.note}>{report.failed ?? say('loading')}</p>
  if (!form) return <p className={css.note}>{say('none')}</p>
  return (
    <div className={css.shell}>
      <h1 className={css.title}>{say('title')}</h1>
      <PreviewToolbar
        names={names}
        form={form}
        state={{ ...state, view: report.view ?? state.view }}
        look={look}
        say={say}
        onState={(next) => {
          setReport(nothing)
          setState(next)
          setChoices(choices + 1)
        }}
        onLook={setLook}
      />
      <div className={css.columns}>
        <main className={css.stage}>
          {form.shown !== 'whole' && <p className={css.warning}>{say(`shown.${form.shown}`)}</p>}
          {report.failed !== null && <p className={css.warning}>{report.failed}</p>}
          {form.formVersion !== null && (
            <iframe
              key={`${choices} ${writeState(state)}`}
              title={say('frame')}
              src={studioHost().pageAddress('frame', writeState(state))}
              className={css.frame}
              data-width={look.width}
              data-zoom={look.zoom}
            />
          )}
        </main>
        <aside className={css.side}>
          <details open>
            <summary>{say('problems', { count: form.findings.length })}</summary>
            <p className={css.muted}>{say('took', { ms: form.took })}</p>
            <ProblemList
              findings={form.findings}
              say={say}
              onOpen={(next) => {
                setPlace(next)
                setEditing(true)
              }}
            />
          </details>
          <details>
            <summary>{say('access', { count: report.axe.length })}</summary>
            {report.axe.length === 0 && <p>{say('access.none')}</p>}
            <ul>
              {report.axe.map(({ id, help, impact, targets }) => (
                <li key={id}>
                  <span>{`${id} (${impact}): ${help}`}</span>
                  <pre>{targets.join('\n')}</pre>
                </li>
              ))}
            </ul>
          </details>
          <details>
            <summary>{say('json')}</summary>
            <h2>{say('json.now')}</h2>
            <pre>{JSON.stringify(report.answers, null, 2)}</pre>
            <h2>{say('json.toSend')}</h2>
            <pre>{JSON.stringify(report.toSend, null, 2)}</pre>
            <h2>{say('json.fee')}</h2>
            <pre>{JSON.stringify(report.fee, null, 2)}</pre>
          </details>
          <details open={editing} onToggle={({ currentTarget }) => setEditing(currentTarget.open)}>
            <summary>{say('editor')}</summary>
            <FileEditor folder={form.folder} place={place} say={say} />
          </details>
        </aside>
      </div>
    </div>
  )
}
