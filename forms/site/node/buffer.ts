/** Replaces `isUtf8` of `node:buffer`. */
export function isUtf8(content: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(content)
    return true
  } catch (cause) {
    if (cause instanceof TypeError) return false
    throw cause
  }
}
