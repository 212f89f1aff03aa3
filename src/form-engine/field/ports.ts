import type { StepAnswers } from '../../../form-model/definition.ts'
import type { WordedError } from '../validation/validate.ts'

/** One address of a postal code. `town` may be empty where the code covers a whole city. */
export type AddressMatch = { postalCode: string; prefecture: string; city: string; town: string }

/** A corporation of the public register; `address` in one line. */
export type CorporationMatch = { corporateNumber: string; name: string; address: string }

/** Look-ups behind fields. Rejecting shows the catalogue's message; the fields stay editable either way. */
export type Lookups = {
  address: (postalCode: string) => Promise<AddressMatch[]>
  corporation: (corporateNumber: string) => Promise<CorporationMatch[]>
}

export type FormStepHandle = {
  /** Commits what is being typed and returns the step's answers. Call it before leaving the step. */
  flush: () => StepAnswers
  /** Flushes, checks the step, shows what is wrong and moves the focus to the summary. Empty = go on. */
  validate: () => WordedError[]
}
