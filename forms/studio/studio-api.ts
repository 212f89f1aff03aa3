import type { FormOutline } from '../differences/outline.ts'
import type { FormFiles } from '../edit/commands.ts'
import type { FileLine } from '../source/reading-problems.ts'
import type { Language } from '../../src/lib/language.ts'
import { studioHost } from '../preview/studio-host.ts'
import type { HostAnswer } from '../preview/studio-host.ts'
import type { MadeSamples } from '../samples/make-samples.ts'
import type { StudioLanguage } from './studio-texts.ts'

export type StudioForm = { name: string; folder: string; files: FormFiles }

/** Texts of files; `null` is a file that does not exist. */
export type FileTexts = { [file: string]: string | null }

export type SaveRequest = { before: FileTexts; after: FileTexts }

/** The current files on disk. */
export type Saved = { kind: 'saved' | 'conflict'; files: FormFiles }

export type Template = { template: string; title: string; isComplete: boolean }

export type NewFormRequest = {
  tenant: string
  service: string
  type: string
  template: string
  title: { ja?: string; en?: string }
}

export type Published = { kind: 'published'; version: string } | { kind: 'refused' }

/** A published version of the form. */
export type PublishedVersion = { formVersion: string; publishedAt: string }

export type FormChanges = { kind: 'never-published' } | ({ kind: 'unreadable' } & FileLine) | ComparedVersions

export type ComparedVersions = {
  kind: 'compared'
  published: PublishedVersion
  /** The differences from the published version in sentences, each with its effect on drafts. */
  differences: { text: string; effect: string }[]
  /** The effect on generated drafts, in sentences. */
  drafts: string[]
  service: ServiceChanges
}

/** What publishing changes in the list of procedures; `unreadable` if `service.json` has an error. */
export type ServiceChanges = { kind: 'unreadable' } | { kind: 'compared'; changes: ServiceChange[] }

/** One value of the procedure, for example `closesOn` or `name` in English; `null` if it is missing on that side. */
export type ServiceChange = { key: string; language: Language | null; before: ServiceValue; after: ServiceValue }

export type ServiceValue = string | number | boolean | null

/** The description of the form for its approvers. */
export type Approval =
  | ({ kind: 'unreadable' } & FileLine)
  | { kind: 'described'; changes: FormChanges; outline: FormOutline; service: ServiceFact[] }

/** One value of the procedure as it will be published. */
export type ServiceFact = Pick<ServiceChange, 'key' | 'language'> & { value: ServiceValue }

export async function fetchChanges(name: string, language: StudioLanguage): Promise<FormChanges> {
  return (await request('GET', `changes?name=${encodeURIComponent(name)}&lang=${language}`)).body as FormChanges
}

/** The samples that a form on disk lacks; `null` if it has errors. */
export async function fetchMadeSamples(name: string): Promise<MadeSamples | null> {
  return (await request('GET', `samples?name=${encodeURIComponent(name)}`)).body as MadeSamples | null
}

/** `null` if there is no form of that name. */
export async function fetchApproval(name: string, language: StudioLanguage): Promise<Approval | null> {
  const address = `approval?name=${encodeURIComponent(name)}&lang=${language}`
  const { status, body } = await request('GET', address, undefined, [404])
  return status === 404 ? null : (body as Approval)
}

export async function fetchStudioForm(name: string): Promise<StudioForm> {
  return (await request('GET', `form?name=${encodeURIComponent(name)}`)).body as StudioForm
}

/** The names in all published versions of a form. */
export async function fetchUsedNames(name: string): Promise<string[]> {
  return (await request('GET', `names?name=${encodeURIComponent(name)}`)).body as string[]
}

export async function existsForm(name: string): Promise<boolean> {
  return (await request('GET', `form?name=${encodeURIComponent(name)}`, undefined, [404])).status === 200
}

export async function fetchTemplates(): Promise<Template[]> {
  return (await request('GET', 'templates')).body as Template[]
}

export async function saveForm(name: string, body: SaveRequest): Promise<Saved> {
  return (await request('PUT', `form?name=${encodeURIComponent(name)}`, body, [409])).body as Saved
}

/** The name of the new form; `null` if this name is taken. */
export async function createNewForm(body: NewFormRequest): Promise<string | null> {
  const { status, body: answer } = await request('POST', 'new', body, [409])
  return status === 409 ? null : (answer as { name: string }).name
}

export async function publishForm(name: string): Promise<Published> {
  return (await request('POST', `publish?name=${encodeURIComponent(name)}`, {})).body as Published
}

/** The work on this form was ended, because it took too long. */
export class TookTooLong extends Error {}

async function request(
  method: 'GET' | 'POST' | 'PUT',
  address: string,
  body?: unknown,
  expected: readonly number[] = [],
): Promise<HostAnswer> {
  const answer = await studioHost().request(method, `studio/${address}`, body)
  const { status } = answer
  if (status === 504) throw new TookTooLong(address)
  if (status !== 200 && !expected.includes(status)) throw new Error(`${address}: ${status}`)
  return answer
}
