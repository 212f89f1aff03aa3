import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { getLanguageService, TextDocument } from 'vscode-json-languageservice'

const schemas = path.resolve(import.meta.dirname, '../schemas')
const service = getLanguageService({
  schemaRequestService: (uri) => Promise.resolve(readFileSync(path.join(schemas, path.basename(uri)), 'utf8')),
  workspaceContext: { resolveRelativePath: (relative) => `file:///${path.basename(relative)}` },
})

/** A file during typing; `|` is the cursor. */
function typed(text: string) {
  const offset = text.indexOf('|')
  const document = TextDocument.create('file:///tenant/service/type/form.json', 'json', 1, text.replace('|', ''))
  return { document, position: document.positionAt(offset), json: service.parseJSONDocument(document) }
}

async function offered(text: string): Promise<string[]> {
  const { document, position, json } = typed(text)
  const list = await service.doComplete(document, position, json)
  return (list?.items ?? []).map(({ label }) => label)
}

async function explained(text: string): Promise<string> {
  const { document, position, json } = typed(text)
  return JSON.stringify(await service.doHover(document, position, json))
}

function form(inside: string) {
  return `{ "$schema": "../../../definition.schema.json", ${inside} }`
}
function step(inside: string) {
  return form(`"engine": 1, "steps": [{ "id": "a", ${inside} }]`)
}

describe('an editor with the schema named in the file', () => {
  it('offers the keys of a form, a step and a field', async () => {
    expect(await offered(form('|'))).toEqual(
      expect.arrayContaining(['engine', 'layout', 'steps', 'requiredWhen', 'checks', 'fee']),
    )
    expect(await offered(step('|'))).toEqual(expect.arrayContaining(['schema', 'ui', 'visibleWhen']))
    expect(await offered(step('"schema": { "properties": { "phone": { | } } }'))).toEqual(
      expect.arrayContaining(['type', 'format', 'maxLength', 'enum', 'if']),
    )
  })

  it('offers formats, widgets and options', async () => {
    expect(await offered(step('"schema": { "properties": { "phone": { "format": | } } }'))).toContain('"jp-phone"')
    expect(await offered(step('"ui": { "phone": { "ui:widget": | } }'))).toContain('"postal-code"')
    expect(await offered(step('"ui": { "phone": { "ui:options": { | } } }'))).toEqual(
      expect.arrayContaining(['autocomplete', 'width', 'fills']),
    )
  })

  it('explains a key in English and Japanese', async () => {
    const text = await explained(step('"visible|When": {}'))
    expect(text).toContain('The step is shown only if')
    expect(text).toContain('表示します')
  })

  it('offers and explains the keys of texts', async () => {
    const texts = '{ "$schema": "../../../texts.schema.json", "fields": { "a/b": { | } } }'
    expect(await offered(texts)).toEqual(
      expect.arrayContaining(['label', 'help', 'example', 'options', 'errors', 'item', 'unit']),
    )
  })

  it('marks an unknown key', async () => {
    const { document, json } = typed(form('"engine": 1, "steps": [], "chekcs": []|'))
    const marks = await service.doValidation(document, json)
    expect(JSON.stringify(marks)).toContain('chekcs')
  })
})
