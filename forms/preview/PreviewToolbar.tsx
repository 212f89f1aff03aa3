import { useId } from 'react'
import type { ReactNode } from 'react'
import { spokenLanguage } from '../../form-model/language-tag.ts'
import { languageName } from '../../src/i18n/texts.ts'
import { languageOf, languages } from '../../src/lib/language.ts'
import type { FrameState, PreviewForm } from './preview-api.ts'
import css from './PreviewShell.module.css'
import type { Say } from './preview-texts.ts'

/** The size of the frame, which does not depend on the form. */
export type Look = { width: 'phone' | 'wide'; zoom: 1 | 2 }

type Props = {
  names: string[]
  form: PreviewForm
  state: FrameState
  look: Look
  say: Say
  onState: (state: FrameState) => void
  onLook: (look: Look) => void
}

const colours = ['', '#1b4f9c', '#00695c', '#8e24aa', '#c62828', '#f9a825']

export function PreviewToolbar({ names, form, state, look, say, onState, onLook }: Props) {
  const set = (change: Partial<FrameState>) => onState({ ...state, ...change })
  return (
    <div className={css.toolbar} role="group" aria-label={say('title')}>
      <Choice
        label={say('form')}
        value={state.form}
        onChange={(name) => set({ form: name, view: '', answers: 'empty' })}
      >
        {names.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </Choice>
      <Choice label={say('view')} value={state.view} onChange={(view) => set({ view })}>
        <option value="about">{say('view.about')}</option>
        {form.steps.map((id, index) => (
          <option key={id} value={index === 0 ? '' : `step:${id}`}>
            {`${index + 1}. ${form.titles[id] ?? id}`}
          </option>
        ))}
        <option value="all">{say('view.all')}</option>
        <option value="review">{say('view.review')}</option>
        <option value="details">{say('view.details')}</option>
      </Choice>
      <Choice label={say('answers')} value={state.answers} onChange={(answers) => set({ answers })}>
        <option value="empty">{say('answers.empty')}</option>
        {form.samples.map(({ name }) => (
          <option key={name} value={`sample:${name}`}>
            {name === '*' ? say('answers.made') : say('answers.sample', { name })}
          </option>
        ))}
        {form.samples
          .filter(({ name }) => name !== '*')
          .map(({ name }) => (
            <option key={name} value={`draft:${name}`}>
              {say('answers.draft', { name })}
            </option>
          ))}
      </Choice>
      <label className={css.check}>
        <input type="checkbox" checked={state.errors} onChange={({ target }) => set({ errors: target.checked })} />
        <span>{say('errors')}</span>
      </label>
      <Choice
        label={say('language')}
        value={state.language}
        onChange={(language) => set({ language: languageOf(language) })}
      >
        {languages.map((language) => (
          <option key={language} value={language} lang={spokenLanguage(language)}>
            {languageName(language)}
          </option>
        ))}
      </Choice>
      <Choice
        label={say('width')}
        value={look.width}
        onChange={(width) => onLook({ ...look, width: width === 'wide' ? 'wide' : 'phone' })}
      >
        <option value="phone">{say('width.phone')}</option>
        <option value="wide">{say('width.wide')}</option>
      </Choice>
      <Choice
        label={say('zoom')}
        value={String(look.zoom)}
        onChange={(zoom) => onLook({ ...look, zoom: zoom === '2' ? 2 : 1 })}
      >
        <option value="1">100 %</option>
        <option value="2">200 %</option>
      </Choice>
      <Choice label={say('colour')} value={state.colour} onChange={(colour) => set({ colour })}>
        {colours.map((colour) => (
          <option key={colour} value={colour}>
            {colour === '' ? say('colour.none') : colour}
          </option>
        ))}
      </Choice>
    </div>
  )
}

type ChoiceProps = { label: string; value: string; onChange: (value: string) => void; children: ReactNode }

function Choice({ label, value, onChange, children }: ChoiceProps) {
  const id = useId()
  return (
    <div className={css.choice}>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={({ target }) => onChange(target.value)}>
        {children}
      </select>
    </div>
  )
}
