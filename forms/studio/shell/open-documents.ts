import { StudioDocument } from '../studio-document.ts'
import type { DocumentPorts } from '../studio-document.ts'

/**
 * Opens forms for one page. A form that is opened again keeps its history. Two documents of one form would take each
 * other's saves for those of others, so a form that is still being opened is not opened a second time.
 */
export function openDocuments(portsOf: (name: string) => DocumentPorts): (name: string) => Promise<StudioDocument> {
  const opened = new Map<string, Promise<StudioDocument>>()
  return async (name) => {
    const known = opened.get(name)
    if (known) {
      const document = await known
      await document.reopen()
      return document
    }
    const opening = StudioDocument.open(name, portsOf(name))
    opened.set(name, opening)
    // What cannot be read now is read again.
    opening.catch(() => opened.delete(name))
    return opening
  }
}
