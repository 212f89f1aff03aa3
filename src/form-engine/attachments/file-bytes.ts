/**
 * The file is on the device no longer, was changed after it was chosen, or its storage does not answer, such as a cloud
 * drive without a network.
 */
export class FileUnreadable extends Error {
  override readonly name = 'FileUnreadable'
}

/**
 * The content of a chosen file or a part of it.
 * @throws FileUnreadable
 */
export async function bytesOf(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await file.arrayBuffer())
  } catch (cause) {
    throw new FileUnreadable('The browser could not read the file', { cause })
  }
}

/** Enough to recognise every kind of file. */
const bytesOfStart = 16

/**
 * The first bytes. A file without any is read as a whole, because a browser also reports the size 0 for a file that it
 * cannot find, and reads nothing of it for an empty part.
 * @throws FileUnreadable
 */
export function firstBytes(file: File): Promise<Uint8Array<ArrayBuffer>> {
  return bytesOf(file.size === 0 ? file : file.slice(0, bytesOfStart))
}
