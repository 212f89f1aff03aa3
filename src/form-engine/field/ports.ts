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

/** An uploaded file; the answer holds the id only. `size` in bytes. */
export type AttachmentRef = {
  attachmentId: string
  name: string
  contentType: string
  size: number
  scan: 'PENDING' | 'CLEAN' | 'INFECTED'
}

/** Why a file is not taken, whatever the connection. */
export type UploadRefusal = 'type' | 'tooLarge' | 'tooManyPixels' | 'infected'

/** Thrown by `prepare` and `upload` for a file that another try would not help. */
export class UploadRefused extends Error {
  override readonly name = 'UploadRefused'
  readonly reason: UploadRefusal

  constructor(reason: UploadRefusal, options?: ErrorOptions) {
    super(`The file is refused: ${reason}`, options)
    this.reason = reason
  }
}

/** Where files go as they are chosen. Rejecting with an `AbortError` means that the person cancelled. */
export type Uploads = {
  /**
   * The file as it may leave the device (pictures without place, scaled down to `maxSize` bytes), before its size and
   * content are checked. Rejects with `UploadRefused`.
   */
  prepare?: (file: File, maxSize: number | undefined) => Promise<File>
  /** @param onProgress share of the file that was sent, 0 to 1 */
  upload: (
    file: File,
    purpose: string,
    onProgress: (share: number) => void,
    signal: AbortSignal,
  ) => Promise<AttachmentRef>
  remove: (id: string) => Promise<void>
  /** An address at which the browser may show the file, for a short time. */
  preview: (id: string) => Promise<string>
  /** The state of a file uploaded before, e.g. after a reload. Without it only the id is shown. */
  describe?: (id: string) => Promise<AttachmentRef>
}

export type FormStepHandle = {
  /** Takes over what is still being typed and gives the step's answers. Call it before leaving the step. */
  flush: () => StepAnswers
  /** Flushes, checks the step, shows what is wrong and moves the focus to the summary. Empty = go on. */
  validate: () => WordedError[]
}
