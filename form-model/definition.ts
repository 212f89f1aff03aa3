/**
 * The shape of an application form, shared by the authors' tool, the form engine and the API.
 *
 * Authors write a `form.json` (FormSource) with texts beside it; `forms build` turns it into an immutable
 * `definition.json` (Definition) and one text file per language.
 */

/**
 * A JSON Schema in the dialect authors may use (draft 2020-12 or draft-07); after the build: draft-07 keywords only.
 */
export type JsonSchema = { [keyword: string]: unknown }

/** Layout hints in rjsf's own notation (`ui:order`, `ui:widget`, `ui:options`), nested like the step's schema. */
export type UiSchema = { [key: string]: unknown }

/**
 * A JSON Pointer without the leading slash that starts with the step id: `applicant/name/family`, `items/lines/[]/kind`
 * (`[]` = any entry).
 */
export type FieldPath = string

/** A field that becomes required when the whole answers match `when`. */
export type RequiredWhen = { field: FieldPath; when: JsonSchema }

/** `today`, `today+3`, `today-1` (days, Asia/Tokyo) or an ISO date. */
export type RelativeDate = string

/**
 * A bound of a date: fixed, relative to today, or the date of another answer plus a number of days (absent answer = no
 * bound).
 */
export type DateBound = RelativeDate | { answer: FieldPath; days?: number }

/** Computed checks that a schema cannot express; run by the engine and the API from `checks.ts`. */
export type CheckRule =
  | { kind: 'date-range'; field: FieldPath; min?: DateBound; max?: DateBound }
  | { kind: 'working-day'; field: FieldPath }
  | { kind: 'same-as' | 'different-from'; field: FieldPath; other: FieldPath }

/** A number, a number from an answer, or a table looked up by one or two answers (first by the rows). */
export type FeeValue =
  | number
  | { answer: FieldPath }
  | { byAnswer: FieldPath; table: { [value: string]: number } }
  | { byAnswers: [FieldPath, FieldPath]; table: { [value: string]: { [value: string]: number } } }

/** What becomes of less than `to` yen. */
export type FeeRounding = { mode: 'down' | 'half-up' | 'up'; to: 1 | 10 | 100 }

/** From this entry of the list on: a share of the amount, or another amount for one. `text` is a key below `fee`. */
export type FeeFromEntry = { from: number; text: string } & ({ percent: number } | { amount: number })

/** One line of a fee, for each item of `forEach` if given (`[]` in paths then means that item). */
export type FeeLine = {
  /** Key below `fee` in the texts. */
  text: string
  /** A choice field whose chosen label is added to the text and makes the line more specific (`布団`). */
  choice?: FieldPath
  /** `later`: the amount is announced after the application, which charges nothing for this line. */
  amount: FeeValue | 'later'
  quantity?: FeeValue
  /** A second factor, such as months. */
  times?: FeeValue
  forEach?: FieldPath
  /** What the second, third … entry costs instead; each applies until the next one. */
  fromEntry?: FeeFromEntry[]
  /** Of the product, which may only have decimals with it. */
  rounding?: FeeRounding
  /** Yen, of the rounded amount; a product of 0 stays 0. */
  minimum?: number
  maximum?: number
  /**
   * The line costs nothing, with the reason in words: `text` is a key below `fee`. Without `when`, which the author has
   * not chosen yet, nobody is exempt.
   */
  exempt?: { when?: JsonSchema; text: string }
  when?: JsonSchema
  /** Percent included in the amount; 0 = not taxed (statutory fees). */
  taxRate?: number
}

/** A declared, safe rule: evaluated by `fee.ts` for display and by the API for the quote. Integer yen. */
export type FeeRule = {
  lines: FeeLine[]
  /** Yen, of the sum of the lines; a sum of 0 stays 0. */
  minimum?: number
  maximum?: number
}

/** When something is sent by post, if residents may also collect it; read by `delivery.ts`. */
export type DeliveryRule = { when: JsonSchema }

/** The answers with the day and the time of an appointment that the form books. */
export type BookingRule = { date: FieldPath; time?: FieldPath | undefined }

export type StepSource = {
  id: string
  schema: JsonSchema
  ui?: UiSchema
  /** Over the whole answers `{ [stepId]: stepAnswers }`; absent = always visible. */
  visibleWhen?: JsonSchema
}

/** Switches a rule of `forms check` off in one place, with the reason. */
export type AllowedFinding = {
  /** Id of the rule. */
  rule: string
  /** JSON Pointer in the file; applies to everything below it too. */
  at: string
  /** Default `form.json`. */
  file?: string
  reason: string
}

export type FormSource = {
  $schema?: string
  /** Version of this format; an older app reloads itself. */
  engine: 1
  /** `steps` (default): one step per page. `page`: all steps below each other. */
  layout?: 'steps' | 'page'
  steps: StepSource[]
  requiredWhen?: RequiredWhen[]
  checks?: CheckRule[]
  fee?: FeeRule
  delivery?: DeliveryRule
  booking?: BookingRule
  /** Former field path → its present path, so that drafts keep the answer; read by `renamed.ts`. */
  renamed?: { [former: FieldPath]: FieldPath }
  allow?: AllowedFinding[]
}

/** What the build publishes: references resolved, one dialect, addressed by its content. */
export type Definition = Omit<FormSource, '$schema' | 'layout' | 'allow'> & {
  layout: 'steps' | 'page'
  tenantId: string
  serviceId: string
  type: string
  /** Content hash of definition and texts; the permanent address of this version. */
  formVersion: string
}

export type FieldText = {
  label: string
  help?: string
  /** What the picture of an explanation shows. */
  picture?: string
  /** A table of an explanation, as `table-text.ts` reads it. */
  table?: string
  /** Shown as 例 in help and in pattern errors; never a placeholder. */
  example?: string
  /** Shown after the field: `通`, `円`. */
  unit?: string
  /** Own message per JSON Schema keyword or format. */
  errors?: { [keyword: string]: string }
  /** Labels of enum / const values. */
  options?: { [value: string]: string }
  /** Singular name of an array's entry, for 追加 / 削除 buttons. */
  item?: string
}

/** How residents receive what a form with a `delivery` rule issues: by post, or they collect it. */
export type DeliveryWay = 'post' | 'collection'

/** A step after the application; with `delivery` only for those who receive the result in this way. */
export type AboutStep = string | { delivery: DeliveryWay; text: string }

/** What a resident should read before the form: plain lines, shown on the public page of the service. */
export type AboutTexts = {
  /** Who may apply. */
  who: string[]
  /** What applicants should have at hand. */
  needs: string[]
  /** How long the form takes. */
  minutes: number
  /** What happens after the application and when, in this order. */
  next: AboutStep[]
  /** Other ways to apply, e.g. at the counter or in a convenience store. */
  ways: string[]
}

/** Texts of one language; `fields` is keyed by FieldPath, groups included. */
export type FormTexts = {
  title: string
  description?: string
  about?: AboutTexts
  steps: { [stepId: string]: { title: string; description?: string } }
  fields: { [field: FieldPath]: FieldText }
  fee?: { [key: string]: string }
  /** The Japanese headings with a zero-width space after each phrase, added by the build. */
  phrases?: readonly string[]
}

/** Answers nested by step id. */
export type Answers = { [stepId: string]: StepAnswers }
export type StepAnswers = { [property: string]: unknown }

/** The error of one value; `pointer` is a JSON Pointer into the whole answers (`/applicant/name/family`). */
export type AnswerError = {
  pointer: string
  /** JSON Schema keyword, format name (a schema's format error), or the keyword of a computed check (`checks.ts`). */
  keyword: string
  params: { [name: string]: unknown }
}

/** A text of a service by language; a language that a tenant does not offer is missing. */
export type ServiceText = { ja: string; [language: string]: string }

/** A service as its `service.json` describes it; its folders decide which forms belong to it. */
export type ServiceSource = {
  $schema?: string
  name: ServiceText
  summary: ServiceText
  category: ServiceText
  /** Other words by which residents search for it, e.g. readings; not shown. */
  words?: { [language: string]: string[] }
  position?: number
  opensOn?: RelativeDate
  closesOn?: RelativeDate
  stopsOn?: RelativeDate
  fee: { kind: 'NONE' | 'FIXED' | 'QUOTED'; amount?: number }
  needsShipping?: boolean
  onePerUser?: boolean
  /** What an application is called: 予約, 請求 or, by default, the tenant's noun. */
  orderNoun?: 'application' | 'booking' | 'request'
  types?: { [type: string]: ServiceText }
}

/** A service as the build publishes it: every form has a name. */
export type PublishedService = Omit<ServiceSource, '$schema' | 'types'> & { types: { [type: string]: ServiceText } }

/** `manifest.json` of a tenant. */
export type Manifest = {
  tenantId: string
  /** Of forms that were only built: the tenant wants approvals, which nothing here shows. */
  needsApproval?: true
  services: { [serviceId: string]: PublishedService }
  forms: {
    [serviceId: string]: { [type: string]: PublishedForm }
  }
}

/** The published versions of a form; `versionAt` chooses the one for new applications. */
export type PublishedForm = {
  /** The version outside of the planned times; `null` before the first of them. */
  current: string | null
  versions: { formVersion: string; publishedAt: string }[]
  /** In the order of their beginnings. */
  planned?: PlannedVersion[]
}

/** A version for a later time, from and until moments in RFC 3339, with the service as it is then. */
export type PlannedVersion = { formVersion: string; from: string; until?: string; service?: PublishedService }
