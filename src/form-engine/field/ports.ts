import type { StepAnswers } from '../../../form-model/definition.ts'
import type { WordedError } from '../validation/validate.ts'

/** One address of a postal code. `town` may be empty if the code covers a whole city. */
export type AddressMatch = { postalCode: string; prefecture: string; city: string; town: string }

/** A corporation of the public register; `address` in one line. */
export type CorporationMatch = { corporateNumber: string; name: string; address: string }

/** Look-ups of fields. A rejection shows the catalogue's message; the fields stay editable either way. */
export type Lookups = {
  address: (postalCode: string) => Promise<AddressMatch[]>
  corporation: (corporateNumber: string) => Promise<CorporationMatch[]>
}

export type FormStepHandle = {
  /** Commits the text being typed and returns the step's answers. Call it before leaving the step. */
  flush: () => StepAnswers
  /** Commits and validates the step, shows its errors and moves the focus to the summary. Empty = valid. */
  validate: () => WordedError[]
}
