import type { Answers, Definition } from '../../../../form-model/definition.ts'
import type { Profile, SubmittedOrder } from '../../../api/generated/api.schemas.ts'
import type { Uploads } from '../../../form-engine/attachments/attachment-storage.ts'
import type { FieldError } from '../../../lib/problem.ts'
import type { LocalDrafts } from '../draft/draft-database.ts'
import type { ServerDrafts } from '../draft/draft.ts'
import type { SubmissionServer } from '../submission/submission-server.ts'

/** A version of the form with the rules that the store needs. */
export type FormRules = {
  definition: Pick<Definition, 'steps' | 'formVersion'>
  errorsOf(answers: Answers): readonly FieldError[]
  /** Without the answers that are not asked. */
  toSend(answers: Answers): Answers
  /** A field and its answer as this version words them. */
  inWords(pointer: string, value: unknown): { label: string; value: string }
  /** The text of the option that an answer is; undefined for any other answer. */
  optionText(pointer: string, value: unknown): string | undefined
}

/** The external dependencies of an application. */
export type ApplicationDeps = {
  /** The records in this browser: drafts and submissions. */
  local: LocalDrafts
  /** The draft at the API. */
  server: ServerDrafts
  submit: SubmissionServer
  uploads: Uploads
  /** The user's registered data; null if it cannot be read in time. */
  profile(): Promise<Profile | null>
  /** The rules of a published version; null if it is no longer available. */
  rulesOf(formVersion: string): Promise<FormRules | null>
  /** Informs other tabs, and the pages that show the result. */
  tabs: { submitted(order: SubmittedOrder): void }
  clock: { now(): number }
  /** The id of an application. */
  newId(): string
  /** The Idempotency-Key of a submission. */
  newKey(): string
  /** Whether there is no network: what is not sent cannot have arrived. */
  isOffline(): Promise<boolean>
}
