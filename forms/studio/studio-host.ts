import type { ApprovalStep, FormState, Refusal } from '../approval/form-history.ts'
import type { WrongTime } from '../approval/publication-time.ts'
import type { PublicationTime } from '../build/publish-folder.ts'
import type { FormOutline } from '../differences/outline.ts'
import type { FormFiles } from '../edit/commands.ts'
import type { PortalTexts } from '../source/portal-texts.ts'
import type { FileLine } from '../source/reading-problems.ts'
import type { Language } from '../../src/lib/language.ts'
import type { FileChange } from '../edit/merge-files.ts'
import { connectForms } from '../preview/form-host.ts'
import type { FormHost } from '../preview/form-host.ts'
import type { MadeSamples } from '../samples/make-samples.ts'
import type { TakenFormPlace } from '../templates/form-place.ts'
import type { StudioLanguage } from './studio-texts.ts'

/** The current files on disk. */
export type Saved = { kind: 'saved' | 'conflict'; files: FormFiles }

export type Template = { template: string; title: string; isComplete: boolean }

/** A text by language; what is missing is that of the template. */
export type ServiceTexts = { [language in Language]?: string }

export type NewFormRequest = {
  tenant: string
  service: string
  type: string
  template: string
  title: ServiceTexts
  /** The description in the list of procedures. */
  summary: ServiceTexts
  /** What the author has seen, see `formPlace`. */
  removesLeftover?: boolean
}

/** A form of another body as JSON Schema, instead of a template. */
export type ImportRequest = Pick<NewFormRequest, 'tenant' | 'service' | 'type' | 'removesLeftover'> & {
  file: ChosenFile
  /** The files to which it refers. */
  others: readonly ChosenFile[]
}

type ChosenFile = { name: string; bytes: Uint8Array }

/** The name of the new form, or why it was not created. */
export type Created = { kind: 'created'; name: string } | TakenName

export type TakenName = TakenFormPlace & { name: string }

/**
 * What the import did to the questions, in numbers and sentences, and the errors of the form. `refused`: no form was made,
 * because of errors of the original.
 */
export type Imported =
  | { kind: 'imported'; name: string; kept: number; changed: number; errors: string[]; notes: ImportNote[] }
  | { kind: 'refused'; notes: ImportNote[] }
  | TakenName

/** What is said about one place of the original. */
export type ImportNote = { at: string; sentences: string[] }

/** Who publishes, and the time in Japan, as an input gives it; empty texts are none. */
export type PublishWish = { who?: string | undefined; from?: string | undefined; until?: string | undefined }

/**
 * `refused` for errors of the form. `next`: the plan that replaces the published version later. `isFirst`: residents have
 * no version before the planned time.
 */
export type Published =
  | ({
      kind: 'published'
      version: string
      isFirst?: boolean
      next?: { version: string; from: string }
    } & Partial<PublicationTime>)
  | { kind: 'refused' | Refusal | WrongTime }

/** A version that residents will get at its time. */
export type Plan = PublicationTime & { version: string }

/** Cancels the plan that begins at `plan`, or moves it to another time, whose moments are as an input gives them. */
export type PlanChange = { plan: string; who: string; to: { from: string; until: string } | null }

/** `gone`: there is no such plan any more. */
export type PlanAnswer = 'changed' | 'gone' | Refusal | WrongTime

/**
 * The state of a form, then each event, in sentences, and the plans that have not begun. `current`: the version for new
 * applications; `null` if residents have none yet.
 */
export type ShownHistory =
  | {
      kind: 'known'
      state: FormState
      needsApproval: boolean
      sentences: string[]
      plans: Plan[]
      current: string | null
    }
  | { kind: 'unreadable'; line: number }

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

/** The pages of the studio. */
export type HostPage = 'studio' | 'print' | 'frame'

/** The forms of an author, and what the studio does with them. */
export type StudioHost = FormHost & {
  /** The names of all forms. */
  names: () => Promise<string[]>
  /** The ids of all tenants, also of those without forms. */
  tenants: () => Promise<string[]>
  /** The files of a tenant in the published folder; none if it is not in the portal. */
  publishedTenant: (tenantId: string) => Promise<FormFiles>
  /** The texts of the portal, which a tenant may replace. */
  portalTexts: () => Promise<PortalTexts>
  /** The Japanese titles of the forms that have one, and the names of the tenants by their ids. */
  titles: () => Promise<{ [name: string]: string }>
  /** Those around a form, or of a tenant by its id. Rejects if there is neither, as everything below. */
  files: (name: string) => Promise<FormFiles>
  /** The forms of the same tenant that use each of its lists of choices. */
  listUses: (name: string) => Promise<{ [list: string]: string[] }>
  /** The names in all published versions of a form. */
  usedNames: (name: string) => Promise<string[]>
  save: (name: string, request: FileChange) => Promise<Saved>
  templates: () => Promise<Template[]>
  create: (wanted: NewFormRequest) => Promise<Created>
  /** These eight reject with `TaskEnded` if they take too long. */
  importForm: (wanted: ImportRequest, language: StudioLanguage) => Promise<Imported>
  publish: (name: string, wish: PublishWish) => Promise<Published>
  history: (name: string, language: StudioLanguage) => Promise<ShownHistory>
  /** Why the step cannot be taken; `null` if it was. */
  takeStep: (name: string, step: ApprovalStep) => Promise<Refusal | null>
  changePlan: (name: string, change: PlanChange) => Promise<PlanAnswer>
  changes: (name: string, language: StudioLanguage) => Promise<FormChanges>
  approval: (name: string, language: StudioLanguage) => Promise<Approval | null>
  /** The samples that a form lacks; `null` if it has errors. */
  madeSamples: (name: string) => Promise<MadeSamples | null>
  /** The address of a page with a query. */
  pageAddress: (page: HostPage, query: string) => string
  /** Keeps unsaved changes; survives a reload and a closed tab. */
  storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
}

let current: StudioHost | null = null

export function studioHost(): StudioHost {
  if (!current) throw new Error('The page has no forms yet')
  return current
}

/** Call it before the first page is rendered. */
export function connectStudio(host: StudioHost): void {
  current = host
  connectForms(host)
}
