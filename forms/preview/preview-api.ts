import { isRecord } from '../../form-model/record.ts'
import { languageOf } from '../../src/lib/language.ts'
import type { Language } from '../../src/lib/language.ts'
import { isString } from '../../src/lib/shape.ts'
import type { PreviewForm } from './preview-library.ts'
import { route, studioHost } from './studio-host.ts'

export type { PreviewForm }

/** The names of all forms. */
export function fetchNames(): Promise<string[]> {
  return fetchJson<string[]>('forms')
}

/** The current state of a form on disk; `null` if there is no form of that name. */
export function fetchForm(name: string, language: Language): Promise<PreviewForm | null> {
  return fetchJson<PreviewForm | null>(`form?name=${encodeURIComponent(name)}&lang=${language}`)
}

async function fetchJson<Answer>(address: string): Promise<Answer> {
  const { status, body } = await studioHost().request('GET', address)
  if (status !== 200) throw new Error(`${address} could not be read (${status})`)
  return body as Answer
}

export async function readFile(file: string): Promise<string> {
  const response = await fetch(`${route}/api/file?path=${encodeURIComponent(file)}`)
  if (!response.ok) throw new Error(`${file} could not be read (${response.status})`)
  return response.text()
}

export async function saveFile(file: string, content: string): Promise<void> {
  const response = await fetch(`${route}/api/file?path=${encodeURIComponent(file)}`, { method: 'PUT', body: content })
  if (!response.ok) throw new Error(`${file} could not be saved (${response.status})`)
}

/** Opens a place in the editor that Vite finds on this machine. */
export async function openInEditor(file: string, line: number, column: number): Promise<void> {
  await fetch(`/__open-in-editor?file=${encodeURIComponent(`${file}:${line}:${column}`)}`)
}

/** Calls back whenever forms on disk have changed; returns a function that unsubscribes. */
export function onFormsChanged(listener: (names: string[]) => void): () => void {
  return studioHost().onFormsChanged(listener)
}

/** The content of the frame. Its address contains everything, so that a state can be shared as a link. */
export type FrameState = {
  form: string
  language: Language
  /** `step:<id>`, `about` (the page before the form), `all` (every step below each other), `review`, `details`. */
  view: string
  /** `empty`, `draft:<sample>` (the first half of a sample), `sample:<name>`. */
  answers: string
  errors: boolean
  colour: string
  /** Whether the page around the frame shows its answers and the findings about accessibility. */
  reports: boolean
}

const keys = ['form', 'language', 'view', 'answers', 'errors', 'colour', 'reports'] as const

export function writeState(state: FrameState): string {
  return new URLSearchParams(keys.map((key): [string, string] => [key, String(state[key])])).toString()
}

export function readState(search: string): FrameState {
  const params = new URLSearchParams(search)
  return {
    form: params.get('form') ?? '',
    language: languageOf(params.get('language')),
    view: params.get('view') ?? '',
    answers: params.get('answers') ?? 'empty',
    errors: params.get('errors') === 'true',
    colour: params.get('colour') ?? '',
    reports: params.get('reports') !== 'false',
  }
}

export type AxeFinding = { id: string; impact: string; help: string; targets: string[] }

/** Messages from the frame to the page around it. */
export type FrameMessage =
  | { kind: 'answers'; answers: unknown; toSend: unknown; fee: unknown }
  | { kind: 'axe'; findings: AxeFinding[] }
  | { kind: 'view'; view: string }
  | { kind: 'failed'; message: string }
  /** The form engine cannot show this version. */
  | { kind: 'undrawn'; formVersion: string; message: string }

export function isFrameMessage(data: unknown): data is FrameMessage {
  return isRecord(data) && isString(data.kind)
}
