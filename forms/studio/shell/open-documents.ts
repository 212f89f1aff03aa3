import { StudioDocument } from '../studio-document.ts'
import type { DocumentPorts } from '../studio-document.ts'

/** Opens forms for one page. A form that is opened again keeps its history, and unsaved changes are saved only once. */
export function openDocuments(portsOf: (name: string) => DocumentPorts): (name: string) => Promise<StudioDocument> {
  const opened = new Map<string, StudioDocument>()
  return async (name) => {
    const known = opened.get(name)
    if (known) {
      await known.reopen()
      return known
    }
    const document = await StudioDocument.open(name, portsOf(name))
    opened.set(name, document)
    return document
  }
}
