import { getLanguageService, InsertTextFormat, MarkupKind, TextDocument } from 'vscode-json-languageservice'
import type { CompletionItem, Hover } from 'vscode-json-languageservice'
import definition from '../../../schemas/definition.schema.json'
import sandbox from '../../../schemas/sandbox.schema.json'
import service from '../../../schemas/service.schema.json'
import tenant from '../../../schemas/tenant.schema.json'
import texts from '../../../schemas/texts.schema.json'

/** The language of descriptions in the schemas, which have the English text first, then the Japanese. */
export type DescriptionLanguage = 'ja' | 'en'

export type Offer = {
  label: string
  /** Compared with the typed text; contains quotes if the label needs quotes. */
  filter: string
  /** Replaces the text between the positions. */
  from: number
  to: number
  insert: string
  isSnippet: boolean
  description: string
  /** Order among offers that match equally. */
  order: string
}

export type Explanation = { from: number; to: number; text: string }

const schemas: { readonly [file: string]: object } = {
  'definition.schema.json': definition,
  'texts.schema.json': texts,
  'service.schema.json': service,
  'tenant.schema.json': tenant,
  'sandbox.schema.json': sandbox,
}

/** The same language service as in VS Code. It reads the schemas of this project only, and sends no request. */
const language = getLanguageService({
  clientCapabilities: {
    textDocument: {
      completion: { completionItem: { documentationFormat: [MarkupKind.PlainText] } },
    },
  },
  workspaceContext: { resolveRelativePath: (relative) => relative.slice(relative.lastIndexOf('/') + 1) },
  schemaRequestService(uri) {
    const schema = schemas[uri.slice(uri.lastIndexOf('/') + 1)]
    return schema ? Promise.resolve(JSON.stringify(schema)) : Promise.reject(new Error(`Unknown schema ${uri}`))
  },
})
language.configure({
  schemas: [
    { uri: 'definition.schema.json', fileMatch: ['form.json'] },
    { uri: 'texts.schema.json', fileMatch: ['texts.*.json'] },
    { uri: 'service.schema.json', fileMatch: ['service.json'] },
    { uri: 'tenant.schema.json', fileMatch: ['tenant.json'] },
    { uri: 'sandbox.schema.json', fileMatch: ['sandbox.json'] },
  ],
})

/** What can be inserted at a position. */
export async function offersAt(
  file: string,
  text: string,
  position: number,
  descriptions: DescriptionLanguage,
): Promise<Offer[]> {
  const document = documentOf(file, text)
  const found = await language.doComplete(document, document.positionAt(position), language.parseJSONDocument(document))
  return (found?.items ?? []).flatMap((item) => offer(document, item, descriptions) ?? [])
}

/** The description of the key or value at a position. */
export async function explanationAt(
  file: string,
  text: string,
  position: number,
  descriptions: DescriptionLanguage,
): Promise<Explanation | null> {
  const document = documentOf(file, text)
  const hover = await language.doHover(document, document.positionAt(position), language.parseJSONDocument(document))
  const description = hover ? inLanguage(plainText(hover), descriptions) : ''
  return hover?.range && description !== ''
    ? { from: document.offsetAt(hover.range.start), to: document.offsetAt(hover.range.end), text: description }
    : null
}

function documentOf(file: string, text: string): TextDocument {
  return TextDocument.create(`file:///${file}`, 'json', 0, text)
}

function offer(document: TextDocument, item: CompletionItem, descriptions: DescriptionLanguage): Offer | null {
  const { textEdit, documentation } = item
  if (!textEdit || !('range' in textEdit)) return null
  return {
    label: item.label,
    filter: item.filterText ?? item.label,
    from: document.offsetAt(textEdit.range.start),
    to: document.offsetAt(textEdit.range.end),
    insert: textEdit.newText,
    isSnippet: item.insertTextFormat === InsertTextFormat.Snippet,
    description: inLanguage(
      typeof documentation === 'string' ? documentation : (documentation?.value ?? ''),
      descriptions,
    ),
    order: item.sortText ?? item.label,
  }
}

/** The service returns Markdown, with a backslash before each line break; the descriptions themselves only contain code. */
function plainText({ contents }: Hover): string {
  const parts = Array.isArray(contents) ? contents : [contents]
  return parts
    .map((part) => (typeof part === 'string' ? part : part.value))
    .join('\n\n')
    .replace(/\\(\n|[^\w\s])/g, '$1')
}

function inLanguage(description: string, descriptions: DescriptionLanguage): string {
  const parts = description.split(/\n\s*\n/).map((part) => part.trim())
  const isJapanese = (part: string) => /[\u3040-\u30ff\u4e00-\u9fff]/.test(part)
  const own = parts.filter((part) => isJapanese(part) === (descriptions === 'ja'))
  return (own.length > 0 ? own : parts).join('\n')
}
