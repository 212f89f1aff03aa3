/** An image is Base64 among the texts of a form: a change of it is undone, merged and saved as that of any other file. */
function isImage(name: string): boolean {
  return name.endsWith('.png')
}

export function textOfFile(name: string, content: Uint8Array): string {
  return isImage(name) ? base64Of(content) : new TextDecoder('utf-8', { ignoreBOM: true }).decode(content)
}

export function contentOfFile(name: string, text: string): string | Uint8Array {
  return isImage(name) ? bytesOf(text) : text
}

export function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
}

export function base64Of(content: Uint8Array): string {
  let text = ''
  // A call with the bytes of a whole file would have too many arguments.
  for (let at = 0; at < content.length; at += 8192) text += String.fromCharCode(...content.subarray(at, at + 8192))
  return btoa(text)
}
