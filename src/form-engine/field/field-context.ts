import { createContext, createElement, use, useSyncExternalStore } from 'react'
import { controlAria, describedBy } from '../../ui/fields/FieldShell.tsx'
import type { EngineTexts } from '../definition/engine-texts.ts'
import { choiceLabel } from '../definition/field-description.ts'
import type { FieldDescription } from '../definition/field-description.ts'
import { FieldHelp } from './FieldHelp.tsx'
import type { StepEngine } from './step-engine.ts'
import type { Content } from '../../ui/elements.ts'

/** Values that do not change while a step is shown. */
export type EngineValue = { engine: StepEngine; t: EngineTexts }

export const EngineContext = createContext<EngineValue | null>(null)

export function useEngine(): EngineValue {
  const value = use(EngineContext)
  if (value === null) throw new Error('A form field is outside a FormStep')
  return value
}

/** The field around a widget. */
export type FieldPlace = {
  pointer: string
  /** Id of the control, or of the first of several. */
  id: string
  description: FieldDescription
  required: boolean
  /** Used if the texts have no label, e.g. for the entries of a list of texts. */
  label?: string
}

export const FieldContext = createContext<FieldPlace | null>(null)

/** Pointers of filled-in fields that are not shown, because a card above them shows their answers. */
export const FoldedContext = createContext<ReadonlySet<string>>(new Set())

/** What the page around the form notes about fields, e.g. why they are to be corrected, by pointer. */
export const NotesContext = createContext<ReadonlyMap<string, string>>(new Map())

export type Field = FieldPlace & {
  /** Id of the fieldset around several controls; prefix of the ids of help and error. */
  groupId: string
  label: string
  help: Content
  error: string | undefined
  /** id, required, aria-invalid and aria-describedby of the one control. */
  aria: ReturnType<typeof controlAria>
  /** aria-invalid and aria-describedby of each control of a group. */
  groupAria: { 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }
  optionLabel: (value: unknown, title?: string) => string
}

/** The field of a widget, with its current error. */
export function useField(): Field {
  const { engine, t } = useEngine()
  const place = use(FieldContext)
  if (place === null) throw new Error('A widget is outside a field')
  const { pointer, id, description } = place
  const errorNow = () => engine.errorAt(pointer)
  const error = useSyncExternalStore(engine.subscribe, errorNow, errorNow)
  const isRequired = () => engine.isRequired(pointer)
  const requiredNow = useSyncExternalStore(engine.subscribe, isRequired, isRequired)
  const { text, schema, path } = description
  const title = schema.title
  const label = text?.label ?? place.label ?? (typeof title === 'string' ? title : (path.split('/').at(-1) ?? ''))
  const required = place.required || requiredNow
  const ownExample = text?.example ?? (schema.format === 'month' ? t('date.monthExample') : undefined)
  const example = ownExample === undefined ? undefined : t('example', { example: ownExample })
  const note = use(NotesContext).get(pointer)
  const words = [text?.help, example].filter((line) => line !== undefined).join('\n') || undefined
  const help = note === undefined ? words : createElement(FieldHelp, { note, text: words })
  const aria = controlAria({ id, label, required, help, error })
  const groupId = `${id}-group`
  return {
    ...place,
    groupId,
    required,
    label,
    help,
    error,
    aria,
    groupAria: {
      'aria-invalid': aria['aria-invalid'],
      'aria-describedby': describedBy({ id: groupId, help, error }),
    },
    optionLabel: (value, optionTitle) => choiceLabel(text, value, optionTitle),
  }
}

/** The value of `aria-describedby`: absent instead of empty. */
export function idList(...ids: (string | undefined)[]): string | undefined {
  const present = ids.filter((id) => id !== undefined && id !== '')
  return present.length === 0 ? undefined : present.join(' ')
}
