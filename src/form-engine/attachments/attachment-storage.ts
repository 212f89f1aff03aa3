/** An uploaded file; the answer contains only the id. `size` in bytes. */
export type AttachmentRef = {
  attachmentId: string
  name: string
  contentType: string
  size: number
  scan: 'PENDING' | 'CLEAN' | 'INFECTED'
}

/** Why a file is refused; a retry would not help. */
export type UploadRefusal = 'type' | 'tooLarge' | 'tooManyPixels' | 'metadataNotRemoved' | 'infected'

/** Thrown by `prepare` and `upload` if a retry would not help. */
export class UploadRefused extends Error {
  override readonly name = 'UploadRefused'
  readonly reason: UploadRefusal

  constructor(reason: UploadRefusal, options?: ErrorOptions) {
    super(`The file is refused: ${reason}`, options)
    this.reason = reason
  }
}

/** The upload target of files. Rejecting with an `AbortError` means that the user cancelled. */
export type Uploads = {
  /**
   * The file as it may leave the device (pictures without metadata, scaled down to `maxBytes`), before its size and
   * content are checked. Rejects with `UploadRefused` or `FileUnreadable`.
   */
  prepare?: (file: File, maxBytes: number | undefined) => Promise<File>
  /** @param onProgress sent share of the file, 0 to 1 */
  upload: (
    file: File,
    purpose: string,
    onProgress: (share: number) => void,
    signal: AbortSignal,
  ) => Promise<AttachmentRef>
  remove: (id: string) => Promise<void>
  /** A short-lived URL that shows the file. */
  preview: (id: string) => Promise<string>
  /** The state of an earlier upload, e.g. after a reload. Without it only the id is shown. */
  describe?: (id: string) => Promise<AttachmentRef>
}
