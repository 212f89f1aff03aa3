/** The sandbox's records. Times are ms of the sandbox clock, money is whole yen, texts exist in several languages. */
import type { ServiceText } from '../../form-model/definition.ts'
import type { TenantSource } from '../../forms/source/tenant-source.ts'
import type {
  AmountLine,
  Answers,
  AttachmentScan,
  AttachmentUploadPurpose,
  Branding,
  ChargeAttemptState,
  ChargeStatus,
  ConfirmationType,
  DraftShippingAddress,
  IssuedFileKind,
  Locale,
  OrderNoun,
  OrderStatus,
  OrderSubmission,
  PaymentAttempt,
  Problem,
  Profile,
  Quote,
  ServiceFeeKind,
  ShippingAddress,
  TimelineEntryActor,
  UnplacedAnswers,
} from '../../src/api/generated/api.schemas.ts'

/** A text by language, as far as it exists. */
export type Text = ServiceText

/** The user who owns the record. */
export type Owner = { tenantId: string; userId: string }

export type TenantRecord = {
  tenantId: string
  state: string
  webApplication: boolean
  suspendAt?: number
  restartAt?: number
  preSuspendedMessage?: Text
  displayName: Text
  branding: Omit<Branding, 'displayName' | 'contact'> & Pick<TenantSource, 'contact'>
  /** Whether the anonymous registration reports a registered address (`SE_RG_0001`) or behaves as if it were new. */
  revealsRegistered: boolean
  /** The start of the sandbox; dates of its sample services are relative to it. */
  since: number
  /** Changes by the control panel, by service. */
  serviceChanges: { [serviceId: string]: ServiceChanges }
}

/** Null removes a time. */
export type ServiceChanges = {
  [Name in 'stopAt' | 'opensAt' | 'closesAt']?: number | null
} & Partial<Pick<ServiceRecord, 'fee' | 'needsShipping' | 'onePerUser'>> & { hidden?: boolean }

/** A published service with the control panel's changes; computed, not stored. */
export type ServiceRecord = {
  serviceId: string
  name: Text
  summary: Text
  category: Text
  /** Other words by which users search for it, in any language. */
  words?: string[]
  stopAt?: number
  opensAt?: number
  closesAt?: number
  fee: { kind: ServiceFeeKind; amount?: number }
  needsShipping: boolean
  /** A user may have one open application only. */
  onePerUser?: boolean
  /** Default: the tenant's. */
  orderNoun?: OrderNoun
  forms: { type: string; title: Text }[]
}

export type ResidentRecord = {
  tenantId: string
  userId: string
  email: string
  profile: Profile
  /** Incremented with each change; the profile's ETag. */
  profileVersion: number
  /** Tokens of sign-ins before this time are refused. */
  sessionsEndedAt?: number
  createdAt: number
}

export type TimelineRecord = { at: number; status: OrderStatus; actor: TimelineEntryActor; note?: Text }

export type OrderRecord = {
  orderId: string
  /** Absent for sample orders, which nobody has submitted. */
  applicationId?: string
  tenantId: string
  userId: string
  serviceId: string
  type: string
  formVersion: string
  status: OrderStatus
  receiptNumber: string
  submittedAt: number
  updatedAt: number
  answers: Answers
  attachmentIds: string[]
  shippingAddress?: ShippingAddress
  timeline: TimelineRecord[]
  returnReason?: Text
  /** JSON Pointers into the answers. */
  returnFields?: readonly string[]
  reapplyOf?: string
  locale: Locale
}

export type FeeFactorRecord = { number: number; unit?: Text }

export type FeeLineRecord = Omit<AmountLine, 'label' | 'reason' | 'factors'> & {
  label: Text
  reason?: Text
  factors?: FeeFactorRecord[]
}

export type FeeRecord = Pick<Quote, 'totalLimit'> & {
  total: number
  tax: number
  lines: FeeLineRecord[]
  carriedOver: number
}

export type ChargeRecord = {
  chargeId: string
  orderId: string
  tenantId: string
  userId: string
  status: ChargeStatus
  title: Text
  total: number
  tax: number
  lines: FeeLineRecord[]
  /** Absent if the total before deductions is the sum of the lines. */
  totalLimit?: NonNullable<Quote['totalLimit']>
  /** Absent if nothing was deducted. */
  carriedOver?: number
  createdAt: number
  dueAt: number
  paidAt?: number
  cancelledAt?: number
  receipt?: { number: string; issuedAt: number; fileId: string }
  /** The amount has changed since the charge was read last. */
  isUnread?: true
}

export type AttemptRecord = {
  attemptId: string
  chargeId: string
  cardSession: string
  state: ChargeAttemptState
  /** When the state was reached. */
  at: number
  startedAt: number
  method: PaymentAttempt['method']
  expiresAt: number
  repayment: boolean
  locale: Locale
  /** The tenant's own host where it was started, if not at that of all: the user is signed in there only. */
  returnTo?: string
  /** The outcome that PROCESSING will have at `settleAt`. */
  settlesTo?: 'SUCCEEDED' | 'FAILED'
  settleAt?: number
}

export type DraftAddress = Owner & { serviceId: string; type: string }

export type DraftRecord = DraftAddress & {
  formVersion: string
  answers: Answers
  step?: string
  shippingAddress?: DraftShippingAddress
  applicationId: string
  unplaced?: UnplacedAnswers
  registered?: string[]
  reapplyOf?: string
  savedAt: number
  expiresAt: number
  /** Unique over all saves, so a draft that was deleted and created again has another ETag. */
  version: number
}

export type AttachmentRecord = {
  attachmentId: string
  tenantId: string
  userId: string
  name: string
  contentType: string
  size: number
  sha256: string
  purpose: AttachmentUploadPurpose
  /** The result of the scan, and its time. */
  verdict: Exclude<AttachmentScan, 'PENDING'>
  scannedAt: number
  createdAt: number
  /** After this time, only the metadata remain. */
  availableUntil?: number
  /** The draft that has named it, also if it does not any more: it is deleted with that draft. */
  heldBy?: DraftAddress
  /** The first order that contains it; from then on it cannot be deleted. */
  orderId?: string
}

export type FileRecord = {
  fileId: string
  tenantId: string
  userId: string
  name: string
  kind: IssuedFileKind
  contentType: string
  size: number
  issuedAt: number
  availableUntil?: number
  orderId?: string
}

/** A signed link: serves its target once until it expires. */
export type LinkRecord = {
  linkId: string
  tenantId: string
  target: { kind: 'attachment' | 'file'; id: string }
  expiresAt: number
  usedAt?: number
}

export type ConfirmationRecord = {
  confirmationId: string
  tenantId: string
  type: ConfirmationType
  email: string
  /** The user whose password or address is changed; absent for a registration. */
  userId?: string
  /** The form that was chosen before a registration. */
  form?: { serviceId: string; formType: string }
  expiresAt: number
  usedAt?: number
}

export type MailRecord = {
  mailId: number
  at: number
  to: string
  channel: 'email' | 'sms'
  tenantId?: string
  subject: string
  body: string
  /** The link or the code in the mail. */
  link?: string
  code?: string
}

/** The stored response to an accepted request, found again by its Idempotency-Key. */
export type AcceptedRequest = {
  scope: string
  key: string
  operation: string
  bodyHash: string
  at: number
  status: number
  headers: { [name: string]: string }
  body: unknown
  /** A submission that was answered with 202: the remaining work, and its start time. */
  pending?: PendingSubmission
  /** The outcome of a submission that was answered with 202. */
  outcome?: { problem: Problem }
}

/** A submission that passed every check; JSON, so that it can be stored until it is processed. */
export type CheckedSubmission = {
  owner: Owner
  submission: OrderSubmission
  fee: FeeRecord
  /** The tag of the draft that it replaces; absent without one. */
  draftTag?: string
  shippingAddress?: ShippingAddress
  key?: string
}

/** A submission that passed every check and is to become an order (or to fail) at `dueAt`. */
export type PendingSubmission = { dueAt: number; fails: boolean; checked: CheckedSubmission }

/** An effect that occurred at most once per key: an order created, a charge cancelled, a payment attempt started. */
export type EffectRecord = {
  at: number
  effect: string
  target: string
  userId?: string
  key?: string
}
