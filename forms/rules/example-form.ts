/** A small form that shows each rule's examples; `{{…}}` are the places to fill in. */
const form = `{
  "engine": 1,
  "steps": [
    {
      "id": "applicant",
      "schema": {
        "type": "object",
        "properties": {
          "name": { "type": "string", "maxLength": 50 },
          "kind": { "type": "string", "enum": ["person", "company"] },
          "count": { "type": "integer", "minimum": 1, "maximum": 10 },
          "day": { "type": "string", "format": "date" },
          "field": {{schema}}
        },
        "required": ["name", "kind", "count"],
        "if": { "properties": { "kind": { "const": "company" } }, "required": ["kind"] },
        "then": { "properties": { "company": { "type": "string", "maxLength": 100 } }, "required": ["company"] }
      },
      "ui": {
        "ui:order": ["name", "kind", "company", "count", "day", "field"],
        "kind": { "ui:widget": "radio" },
        "count": { "ui:widget": "number", "ui:options": { "inputmode": "numeric" } },
        "field": {{ui}}
      }
    },
    {
      "id": "details",
      "visibleWhen": {
        "properties": { "applicant": { "properties": { "kind": { "const": "company" } }, "required": ["kind"] } },
        "required": ["applicant"]
      },
      "schema": {
        "type": "object",
        "properties": { "note": { "type": "string", "maxLength": 500 } }
      }
    }
  ],
  "checks": [{ "kind": "date-range", "field": "applicant/day", "min": "today" }],
  "fee": { "lines": [{ "text": "copy", "amount": 300, "quantity": { "answer": "applicant/count" } }] }
}
`

export const exampleAbout = {
  ja: '  "about": { "who": ["市内の方"], "needs": ["写真"], "minutes": 5, "next": ["確認します。"], "ways": ["窓口"] },\n',
  en: '  "about": { "who": ["Residents"], "needs": ["A photo"], "minutes": 5, "next": ["We check it."], "ways": ["Counter"] },\n',
}

const textsJa = `{
  "title": "例のフォーム",
${exampleAbout.ja}  "steps": { "applicant": { "title": "申請者" }, "details": { "title": "くわしい内容" } },
  "fields": {
    "applicant/name": { "label": "氏名" },
    "applicant/kind": { "label": "種別", "options": { "person": "個人", "company": "法人" } },
    "applicant/count": { "label": "通数" },
    "applicant/day": { "label": "希望日" },
    "applicant/company": { "label": "法人名" },
    "applicant/field": {{ja}},
    "details/note": { "label": "備考" }
  },
  "fee": { "copy": "写し" }
}
`

const textsEn = `{
  "title": "Example form",
${exampleAbout.en}  "steps": { "applicant": { "title": "Applicant" }, "details": { "title": "Details" } },
  "fields": {
    "applicant/name": { "label": "Name" },
    "applicant/kind": { "label": "Kind", "options": { "person": "Person", "company": "Company" } },
    "applicant/count": { "label": "Copies" },
    "applicant/day": { "label": "Wanted day" },
    "applicant/company": { "label": "Company" },
    "applicant/field": {{en}},
    "details/note": { "label": "Note" }
  },
  "fee": { "copy": "Copy" }
}
`

function sample(changes: object) {
  return `${JSON.stringify({ applicant: { name: '山田', kind: 'person', count: 1, ...changes } }, null, 2)}\n`
}
const company = `${JSON.stringify({ applicant: { name: '山田', kind: 'company', company: '港建設', count: 1 }, details: {} }, null, 2)}\n`
function failing(pointer: string, keyword: string, change: object) {
  return `${JSON.stringify({ from: 'person', ...change, expect: { pointer, keyword } }, null, 2)}\n`
}

/** One version of the example form: the filled-in parts and further changes. */
export type ExampleParts = {
  /** Schema of the field in question. */
  schema?: string
  ui?: string
  /** Texts of the field. */
  ja?: string
  en?: string
  /** Added or replaced files; `null` removes one. */
  files?: { [name: string]: string | null }
  /** Text replaced in a file. */
  edit?: { file: string; from: string; to: string }[]
}

/** The files of the example form, by path below its folder. */
export function exampleFiles(parts: ExampleParts): { [name: string]: string } {
  const {
    schema = '{ "type": "string", "maxLength": 100 }',
    ui = '{}',
    ja = '{ "label": "項目" }',
    en = '{ "label": "Field" }',
  } = parts
  const fill = (text: string) =>
    text
      .replace('{{schema}}', () => schema)
      .replace('{{ui}}', () => ui)
      .replace('{{ja}}', () => ja)
      .replace('{{en}}', () => en)
  const files = new Map<string, string>([
    ['form.json', fill(form)],
    ['texts.ja.json', fill(textsJa)],
    ['texts.en.json', fill(textsEn)],
    ['valid/person.json', sample({})],
    ['valid/company.json', company],
    ['invalid/no-name.json', failing('/applicant/name', 'required', { remove: ['/applicant/name'] })],
    ['invalid/too-many.json', failing('/applicant/count', 'maximum', { set: { '/applicant/count': 11 } })],
    ['invalid/no-day.json', failing('/applicant/day', 'real-date', { set: { '/applicant/day': '2026-02-30' } })],
    ['invalid/other-kind.json', failing('/applicant/kind', 'enum', { set: { '/applicant/kind': 'ghost' } })],
  ])
  for (const [name, content] of Object.entries(parts.files ?? {})) {
    if (content === null) files.delete(name)
    else files.set(name, content)
  }
  for (const { file, from, to } of parts.edit ?? []) {
    const text = files.get(file)
    if (text === undefined || !text.includes(from)) throw new Error(`${file} of the example has no ${from}`)
    files.set(
      file,
      text.replace(from, () => to),
    )
  }
  return Object.fromEntries(files)
}
