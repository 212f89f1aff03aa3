import { exampleAbout } from './example-form.ts'
import type { ExampleParts } from './example-form.ts'
import { largestFile } from '../source/reading-problems.ts'
import type { RuleId } from '../source/rule-list.ts'

export type RuleExample = {
  good: ExampleParts
  bad: ExampleParts
  /** The place of the finding in the bad version: a file and the text at which it begins. */
  at: { file?: string; text: string }
  /** The previously published version, for the rules about changes. */
  published?: ExampleParts
}

/** Changes one place of the form; the good version is the form as it is. */
function edit(file: string, from: string, to: string, at: string): RuleExample {
  return {
    good: {},
    bad: { edit: [{ file, from, to }] },
    at: { file, text: at },
  }
}

function field(good: string, bad: string, at: string): RuleExample {
  return {
    good: { schema: good },
    bad: { schema: bad },
    at: { text: at },
  }
}

/** Options of a field of up to three files of 5 MB. */
function files(good: string, bad: string, at: string): RuleExample {
  const schema = '{ "type": "array", "maxItems": 3, "items": { "type": "string", "format": "attachment-id" } }'
  const ui = (option: string) =>
    `{ "ui:widget": "files", "ui:options": { "maxSize": 5000000, "maxFiles": 3, ${option} } }`
  return { good: { schema, ui: ui(good) }, bad: { schema, ui: ui(bad) }, at: { text: at } }
}

const fixedAmount = '"amount": 300'

/** A line of the fee with another amount. */
function fee(good: string, bad: string, at: string): RuleExample {
  const withAmount = (amount: string) => ({
    edit: [{ file: 'form.json', from: fixedAmount, to: `"amount": ${amount}` }],
  })
  return { good: withAmount(good), bad: withAmount(bad), at: { text: at } }
}

const everyKind =
  '{ "properties": { "applicant": { "properties": { "kind": { "enum": ["person", "company"] } }, "required": ["kind"] } }, "required": ["applicant"] }'

function byKind(table: string) {
  return `{ "byAnswer": "applicant/kind", "table": ${table} }`
}

function branch(name: string, value: string) {
  return `{ "properties": { "${name}": { "const": "${value}" } }, "required": ["${name}"] }`
}
function union(discriminator: string, branches: string[]) {
  return `{ "type": "object", ${discriminator}"oneOf": [${branches.join(', ')}] }`
}
const unionTexts = {
  ja: '{ "label": "方法" }, "applicant/field/way": { "label": "方法の種類", "options": { "post": "郵送", "counter": "窓口" } }',
  en: '{ "label": "Way" }, "applicant/field/way": { "label": "Kind of way", "options": { "post": "Post", "counter": "Counter" } }',
}

const deliveredByPost = {
  file: 'form.json',
  from: '"checks": [',
  to: `"delivery": { "when": { "properties": { "applicant": ${branch('kind', 'company')} }, "required": ["applicant"] } },\n  "checks": [`,
}
const nextByDelivery = {
  ja: {
    file: 'texts.ja.json',
    from: '["確認します。"]',
    to: '[{ "delivery": "post", "text": "届きます。" }, { "delivery": "collection", "text": "窓口で渡します。" }]',
  },
  en: {
    file: 'texts.en.json',
    from: '["We check it."]',
    to: '[{ "delivery": "post", "text": "It arrives." }, { "delivery": "collection", "text": "Collect it." }]',
  },
}

/** The help of a field in Japanese. */
function wording(good: string, bad: string): RuleExample {
  const ja = (help: string) => `{ "label": "項目", "help": "${help}" }`
  const en = '{ "label": "Field", "help": "Help." }'
  return { good: { ja: ja(good), en }, bad: { ja: ja(bad), en }, at: { file: 'texts.ja.json', text: `"${bad}"` } }
}

function bookingService(noun: string, fee = 'QUOTED'): string {
  const [name, text] = ['{ "ja": "相談の予約", "en": "Booking of advice" }', '{ "ja": "相談", "en": "Advice" }']
  return `{ "name": ${name}, "summary": ${text}, "category": ${text}, "fee": { "kind": "${fee}" }${noun} }`
}

function nested(depth: number): string {
  return depth === 0
    ? '{ "type": "string", "maxLength": 9 }'
    : `{ "type": "object", "properties": { "a": ${nested(depth - 1)} } }`
}
function nestedTexts(depth: number, label: string) {
  return `{ "label": "${label}" }${Array.from({ length: depth }, (_, index) => `, "applicant/field${'/a'.repeat(index + 1)}": { "label": "${label}" }`).join('')}`
}

function many(count: number, item: (index: number) => string) {
  return Array.from({ length: count }, (_, index) => item(index)).join(', ')
}
function manyFields(count: number) {
  return `{ "type": "object", "properties": { ${many(count, (index) => `"f${index}": { "type": "boolean" }`)} } }`
}
function manyTexts(count: number, label: string) {
  return `{ "label": "${label}" }, ${many(count, (index) => `"applicant/field/f${index}": { "label": "${label}" }`)}`
}
function choices(count: number) {
  return `{ "type": "string", "enum": [${many(count, (index) => `"v${index}"`)}] }`
}
function choiceTexts(count: number, label: string) {
  return `{ "label": "${label}", "options": { ${many(count, (index) => `"v${index}": "${label}${index}"`)} } }`
}

const onePixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

/** An explanation with a picture, and the text for it. */
function explained(picture: string, hasText: boolean): ExampleParts {
  return {
    schema: '{ "type": "null" }',
    ui: `{ "ui:widget": "info", "ui:options": { "picture": "${picture}" } }`,
    ja: hasText ? '{ "label": "場所", "picture": "市役所の地図" }' : '{ "label": "場所" }',
    en: hasText ? '{ "label": "Place", "picture": "Map of the city hall" }' : '{ "label": "Place" }',
  }
}

/** A table of two rows with one question each; name and label of that in the second row. */
function table(name: string, label: string): ExampleParts {
  const row = (question: string) =>
    `{ "type": "object", "properties": { "${question}": { "type": "string", "maxLength": 9 } } }`
  const texts = (words: string, rows: readonly string[], question: string, last: string) =>
    `{ "label": "${words}" }, "applicant/field/a": { "label": "${rows[0]}" }, "applicant/field/a/mon": { "label": "${question}" }, ` +
    `"applicant/field/b": { "label": "${rows[1]}" }, "applicant/field/b/${name}": { "label": "${last}" }`
  return {
    schema: `{ "type": "object", "properties": { "a": ${row('mon')}, "b": ${row(name)} } }`,
    ui: '{ "ui:options": { "layout": "table" } }',
    ja: texts('勤務', ['父', '母'], '月', label),
    en: texts('Work', ['Father', 'Mother'], 'Monday', 'Monday'),
  }
}

function list(rest: string) {
  return `{ "type": "array", ${rest}"items": { "type": "object", "properties": { "a": { "type": "string", "maxLength": 9 } } } }`
}
const listTexts = {
  ja: '{ "label": "一覧", "item": "行" }, "applicant/field/[]/a": { "label": "内容" }',
  en: '{ "label": "List", "item": "row" }, "applicant/field/[]/a": { "label": "Content" }',
}

const digits = '{ "type": "string", "pattern": "^[0-9]{6}$" }'
const digitsUi = '{ "ui:options": { "inputmode": "numeric" } }'
const digitsTexts = { ja: '{ "label": "番号", "example": "123456" }', en: '{ "label": "Number", "example": "123456" }' }
function pattern(good: string, bad: string, example: string): RuleExample {
  const texts = {
    ja: `{ "label": "番号", "example": "${example}" }`,
    en: `{ "label": "Number", "example": "${example}" }`,
  }
  const schema = (source: string) => `{ "type": "string", "maxLength": 20, "pattern": "${source}" }`
  return { good: { schema: schema(good), ...texts }, bad: { schema: schema(bad), ...texts }, at: { text: `"${bad}"` } }
}

const condition = '"properties": { "kind": { "const": "company" } }, "required": ["kind"] },'
const published = '{ "type": "string", "maxLength": 100 }'

/** A pattern and a length that no value can satisfy together, although each bound alone can be satisfied. */
const impossible = {
  schema: '{ "type": "string", "maxLength": 20, "minLength": 5, "pattern": "^ab$" }',
  ja: '{ "label": "番号", "example": "ab" }',
  en: '{ "label": "Number", "example": "ab" }',
  edit: [
    {
      file: 'form.json',
      from: '"required": ["name", "kind", "count"]',
      to: '"required": ["name", "kind", "count", "field"]',
    },
  ],
}

/** Dividing such a number by such a small one has no exact result, which the validators round in different ways. */
const differing = {
  schema: '{ "type": "number", "multipleOf": 0.123456789 }',
  ui: '{ "ui:widget": "number", "ui:options": { "inputmode": "decimal" } }',
  files: {
    'invalid/too-large.json':
      '{ "from": "person", "set": { "/applicant/field": 1e308 }, "expect": { "pointer": "/applicant/field", "keyword": "multipleOf" } }\n',
  },
}

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><path d="M4 4h32v32H4z"/></svg>\n'

const tenantFiles: { [file: string]: string } = {
  '../../tenant.json': `{
  "displayName": { "ja": "例の市", "en": "Example City" },
  "locales": ["ja", "en"],
  "primaryColor": "#0017C1",
  "logo": "logo.svg",
  "contact": { "phone": "0312345678" },
  "links": { "terms": "https://example.jp/terms", "privacy": "https://example.jp/privacy", "accessibility": "https://example.jp/accessibility" },
  "texts": { "ja": { "login.login.lead": "例の市のページです。" } }
}
`,
  '../../logo.svg': drawing,
}

/** Changes one place of a tenant. */
function tenant(from: string, to: string, at: string): RuleExample {
  const file = '../../tenant.json'
  return {
    good: { files: tenantFiles },
    bad: { files: tenantFiles, edit: [{ file, from, to }] },
    at: { file, text: at },
  }
}
const historyLine =
  '{ "at": "2026-04-01T12:00:00+09:00", "who": "山田", "what": "review", "content": "0123456789ab" }\n'

/** A good and a bad example of every rule: tested one by one, and shown in the reference. */
export const ruleExamples: { [rule in RuleId]: RuleExample } = {
  syntax: edit('form.json', '"engine": 1,', '"engine": 1', '"steps"'),
  'merge-conflict': edit(
    'form.json',
    '\n  "engine": 1,',
    '\n<<<<<<< ours\n  "engine": 1,\n=======\n  "engine": 2,\n>>>>>>> theirs',
    '<<<<<<<',
  ),
  'duplicate-key': edit('form.json', '"engine": 1,', '"engine": 1,\n  "engine": 1,', '"engine": 1,\n  "steps"'),
  'file-missing': { good: {}, bad: { files: { 'texts.en.json': null } }, at: { text: '{\n  "engine"' } },
  'file-too-large': edit('form.json', '"engine": 1,', `"engine": 1,${' '.repeat(largestFile)}`, '{\n  "engine"'),
  'folder-name': { good: {}, bad: {}, at: { text: '{\n  "engine"' } },
  'unknown-file': { good: {}, bad: { files: { 'notes.json': '{}' } }, at: { text: '{\n  "engine"' } },

  'history-unreadable': {
    good: { files: { 'history.jsonl': historyLine } },
    bad: { files: { 'history.jsonl': `${historyLine}<<<<<<< ours\n` } },
    at: { file: 'history.jsonl', text: '<<<<<<<' },
  },

  'unknown-key': edit('form.json', '"checks":', '"cheks":', '"cheks"'),
  'missing-key': edit('form.json', '"id": "details",', '', '{\n      \n      "visibleWhen"'),
  'wrong-value': edit('form.json', '"engine": 1', '"engine": "1"', '"1"'),
  'unknown-keyword': field(
    '{ "type": "string", "maxLength": 9 }',
    '{ "type": "string", "maxlength": 9, "maxLength": 9 }',
    '"maxlength"',
  ),
  'unsupported-keyword': field(
    '{ "type": "string", "maxLength": 9 }',
    '{ "type": "string", "maxLength": 9, "contentEncoding": "base64" }',
    '"contentEncoding"',
  ),
  dialect: field(
    '{ "$schema": "https://json-schema.org/draft/2020-12/schema", "type": "string", "maxLength": 9 }',
    '{ "$schema": "http://json-schema.org/draft-04/schema#", "type": "string", "maxLength": 9 }',
    '"http://json-schema.org/draft-04/schema#"',
  ),
  'unknown-type': field('{ "type": "string", "maxLength": 9 }', '{ "type": "text", "maxLength": 9 }', '"text"'),
  'unknown-format': field('{ "type": "string", "format": "date" }', '{ "type": "string", "format": "day" }', '"day" }'),
  'unknown-widget': {
    good: { ui: '{ "ui:widget": "textarea" }' },
    bad: { ui: '{ "ui:widget": "textbox" }' },
    at: { text: '"textbox"' },
  },
  'invalid-schema': {
    good: {},
    bad: { schema: '{ "type": "string", "maxLength": 9, "discriminator": { "propertyName": "kind" } }' },
    at: { text: '{ "type": "string", "maxLength": 9, "discriminator"' },
  },
  'no-effect': field(
    '{ "type": "string", "maxLength": 9 }',
    '{ "type": "string", "maxLength": 9, "else": {} }',
    '"else"',
  ),
  'no-type': field('{ "type": "string", "maxLength": 5 }', '{ "maxLength": 5 }', '{ "maxLength": 5 }'),
  'no-items': {
    good: { schema: list('"maxItems": 3, '), ...listTexts },
    bad: { schema: '{ "type": "array", "maxItems": 3 }' },
    at: { text: '{ "type": "array", "maxItems": 3 }' },
  },
  'duplicate-step': edit('form.json', '"id": "details"', '"id": "applicant"', '"applicant",\n      "visibleWhen"'),
  'step-without-fields': edit(
    'form.json',
    '"properties": { "note": { "type": "string", "maxLength": 500 } }',
    '"properties": {}',
    '{\n        "type": "object",\n        "properties": {}',
  ),
  'unknown-path': edit('form.json', '"field": "applicant/day"', '"field": "applicant/days"', '"applicant/days"'),
  'check-without-date': edit('form.json', '"field": "applicant/day"', '"field": "applicant/name"', '"applicant/name"'),
  'unknown-field': edit(
    'form.json',
    '"kind": { "ui:widget": "radio" }',
    '"kinds": { "ui:widget": "radio" }',
    '"kinds"',
  ),
  'order-incomplete': edit(
    'form.json',
    '"count", "day", "field"]',
    '"count", "day"]',
    '["name", "kind", "company", "count", "day"]',
  ),
  'widget-misfit': {
    good: { ui: '{ "ui:widget": "textarea" }' },
    bad: { ui: '{ "ui:widget": "radio" }' },
    at: { text: '"radio" }\n      }' },
  },
  'picture-kind': {
    good: explained(onePixel, true),
    bad: explained(onePixel.replace('png', 'jpeg'), true),
    at: { text: '{ "type": "null" }' },
  },
  'table-rows': {
    good: table('mon', '月'),
    bad: table('tue', '火'),
    at: { text: '{ "type": "object", "properties": { "tue"' },
  },
  'fills-unknown': {
    good: {
      schema: '{ "type": "string", "format": "jp-corporate-number" }',
      ui: '{ "ui:widget": "corporate-number", "ui:options": { "inputmode": "numeric", "fills": { "name": "company" } } }',
    },
    bad: {
      schema: '{ "type": "string", "format": "jp-corporate-number" }',
      ui: '{ "ui:widget": "corporate-number", "ui:options": { "inputmode": "numeric", "fills": { "name": "companyName" } } }',
    },
    at: { text: '"companyName"' },
  },
  'title-in-schema': field(
    '{ "type": "string", "maxLength": 9 }',
    '{ "title": "番号", "type": "string", "maxLength": 9 }',
    '"title"',
  ),
  'allow-unused': {
    good: {
      schema: '{ "title": "x", "type": "string", "maxLength": 9 }',
      edit: [
        {
          file: 'form.json',
          from: '"engine": 1,',
          to: '"engine": 1,\n  "allow": [{ "rule": "title-in-schema", "at": "/steps/0", "reason": "generated file" }],',
        },
      ],
    },
    bad: {
      edit: [
        {
          file: 'form.json',
          from: '"engine": 1,',
          to: '"engine": 1,\n  "allow": [{ "rule": "title-in-schema", "at": "/steps/0", "reason": "generated file" }],',
        },
      ],
    },
    at: { text: '{ "rule"' },
  },

  'remote-ref': field(
    '{ "type": "string", "maxLength": 9 }',
    '{ "$ref": "https://example.com/part.json" }',
    '"https://example.com/part.json"',
  ),
  'missing-ref': {
    good: {
      schema: '{ "$ref": "#/$defs/code" }',
      edit: [
        {
          file: 'form.json',
          from: '"type": "object",\n        "properties": {\n',
          to: '"$defs": { "code": { "type": "string", "maxLength": 9 } },\n        "type": "object",\n        "properties": {\n',
        },
      ],
    },
    bad: { schema: '{ "$ref": "#/$defs/code" }' },
    at: { text: '"#/$defs/code"' },
  },
  'outside-ref': field(
    '{ "type": "string", "maxLength": 9 }',
    '{ "$ref": "../../../../outside.schema.json" }',
    '"../../../../outside.schema.json"',
  ),
  'endless-ref': {
    good: {
      schema: '{ "$ref": "#/$defs/a" }',
      ja: '{ "label": "返信" }, "applicant/field/text": { "label": "本文" }, "applicant/field/answers": { "label": "返信", "item": "返信" }, "applicant/field/answers/[]/text": { "label": "本文" }, "applicant/field/answers/[]/answers": { "label": "返信", "item": "返信" }',
      en: '{ "label": "Answer" }, "applicant/field/text": { "label": "Text" }, "applicant/field/answers": { "label": "Answers", "item": "answer" }, "applicant/field/answers/[]/text": { "label": "Text" }, "applicant/field/answers/[]/answers": { "label": "Answers", "item": "answer" }',
      edit: [
        {
          file: 'form.json',
          from: '"type": "object",\n        "properties": {\n',
          to: '"$defs": { "a": { "type": "object", "properties": { "text": { "type": "string", "maxLength": 9 }, "answers": { "type": "array", "maxItems": 5, "items": { "$ref": "#/$defs/a" } } } } },\n        "type": "object",\n        "properties": {\n',
        },
      ],
    },
    bad: {
      schema: '{ "$ref": "#/$defs/a" }',
      edit: [
        {
          file: 'form.json',
          from: '"type": "object",\n        "properties": {\n',
          to: '"$defs": { "a": { "$ref": "#/$defs/b" }, "b": { "$ref": "#/$defs/a" } },\n        "type": "object",\n        "properties": {\n',
        },
      ],
    },
    at: { text: '"#/$defs/a" } },' },
  },

  'too-large': {
    good: { schema: '{ "type": "string", "maxLength": 9 }' },
    bad: {
      schema: `{ "type": "object", "$defs": { "a": { "type": "string", "enum": [${many(30, (index) => `"${'x'.repeat(4000)}${index}"`)}] } }, "properties": { ${many(20, (index) => `"f${index}": { "$ref": "#/properties/field/$defs/a" }`)} } }`,
      ja: manyTexts(20, '項目'),
      en: manyTexts(20, 'Field'),
    },
    at: { text: '{' },
  },
  'too-deep': {
    good: { schema: nested(5), ja: nestedTexts(5, '段'), en: nestedTexts(5, 'Level') },
    bad: { schema: nested(20), ja: nestedTexts(20, '段'), en: nestedTexts(20, 'Level') },
    at: { text: '{ "type": "string", "maxLength": 9 } }' },
  },
  'too-many-fields': {
    good: { schema: manyFields(10), ja: manyTexts(10, '項目'), en: manyTexts(10, 'Field') },
    bad: { schema: manyFields(300), ja: manyTexts(300, '項目'), en: manyTexts(300, 'Field') },
    at: { text: '{\n  "engine"' },
  },
  'too-many-choices': {
    good: { schema: choices(20), ja: choiceTexts(20, '選択肢'), en: choiceTexts(20, 'Choice') },
    bad: { schema: choices(1001), ja: choiceTexts(1001, '選択肢'), en: choiceTexts(1001, 'Choice') },
    at: { text: '["v0"' },
  },
  'too-many-entries': {
    good: { schema: list('"minItems": 1, "maxItems": 50, '), ...listTexts },
    bad: { schema: list('"minItems": 21, "maxItems": 50, '), ...listTexts },
    at: { text: '21' },
  },
  'forbidden-name': {
    good: {},
    bad: {
      schema: '{ "type": "object", "properties": { "toString": { "type": "string", "maxLength": 9 } } }',
      ja: '{ "label": "項目" }, "applicant/field/toString": { "label": "文字" }',
      en: '{ "label": "Field" }, "applicant/field/toString": { "label": "Text" }',
    },
    at: { text: '"toString"' },
  },
  'invalid-pattern': pattern('^[a-z.\\\\-]+$', '^[\\\\w-.]+$', 'a.b'),
  'unsupported-pattern': pattern('^[Aa]b$', '^(?i:a)b$', 'ab'),
  'slow-pattern': pattern('^a+$', '^(a+)+$', 'aaa'),
  'no-max-length': field('{ "type": "string", "maxLength": 100 }', '{ "type": "string" }', '{ "type": "string" }'),
  'no-max-items': {
    good: { schema: list('"maxItems": 10, '), ...listTexts },
    bad: { schema: list(''), ...listTexts },
    at: { text: '{ "type": "array"' },
  },
  'consent-not-required': {
    good: {
      schema: '{ "type": "boolean", "const": true }',
      edit: [
        {
          file: 'form.json',
          from: '"required": ["name", "kind", "count"]',
          to: '"required": ["name", "kind", "count", "field"]',
        },
      ],
      files: consented(),
    },
    bad: {
      schema: '{ "type": "boolean" }',
      edit: [
        {
          file: 'form.json',
          from: '"required": ["name", "kind", "count"]',
          to: '"required": ["name", "kind", "count", "field"]',
        },
      ],
      files: consented(),
    },
    at: { text: '{ "type": "boolean" }' },
  },

  'no-label': {
    good: {},
    bad: {
      edit: [
        { file: 'texts.ja.json', from: '"applicant/day": { "label": "希望日" },', to: '' },
        { file: 'texts.en.json', from: '"applicant/day": { "label": "Wanted day" },', to: '' },
      ],
    },
    at: { file: 'texts.en.json', text: '{\n    "applicant/name"' },
  },
  'same-label': {
    good: {
      schema: '{ "type": "string", "enum": ["a", "b"] }',
      ja: '{ "label": "町", "options": { "a": "本町", "b": "東町" } }',
      en: '{ "label": "Town", "options": { "a": "Honcho", "b": "Higashimachi" } }',
    },
    bad: {
      schema: '{ "type": "string", "enum": ["a", "b"] }',
      ja: '{ "label": "町", "options": { "a": "本町", "b": "本町" } }',
      en: '{ "label": "Town", "options": { "a": "Honcho", "b": "Higashimachi" } }',
    },
    at: { file: 'texts.ja.json', text: '"本町" } }' },
  },
  'picture-text': {
    good: explained(onePixel, true),
    bad: explained(onePixel, false),
    at: { file: 'texts.en.json', text: '{ "label": "Place" }' },
  },
  'table-labels': {
    good: table('mon', '月'),
    bad: table('mon', '火'),
    at: { file: 'texts.ja.json', text: '{ "label": "火" }' },
  },
  'no-option-label': edit(
    'texts.ja.json',
    '"options": { "person": "個人", "company": "法人" }',
    '"options": { "person": "個人" }',
    '{ "person": "個人" }',
  ),
  placeholder: { good: {}, bad: { ui: '{ "ui:placeholder": "090" }' }, at: { text: '"ui:placeholder"' } },
  'no-autocomplete': {
    good: {
      schema: '{ "type": "string", "format": "jp-phone" }',
      ui: '{ "ui:widget": "phone", "ui:options": { "autocomplete": "tel", "inputmode": "tel" } }',
    },
    bad: {
      schema: '{ "type": "string", "format": "jp-phone" }',
      ui: '{ "ui:widget": "phone", "ui:options": { "inputmode": "tel" } }',
    },
    at: { text: '{ "type": "string", "format": "jp-phone" }' },
  },
  'no-inputmode': {
    good: { schema: digits, ui: digitsUi, ...digitsTexts },
    bad: { schema: digits, ...digitsTexts },
    at: { text: digits },
  },
  'no-example': {
    good: { schema: digits, ui: digitsUi, ...digitsTexts },
    bad: { schema: digits, ui: digitsUi, ja: '{ "label": "番号" }', en: '{ "label": "Number" }' },
    at: { file: 'texts.en.json', text: '{ "label": "Number" }' },
  },
  'no-item-name': {
    good: { schema: list('"maxItems": 10, '), ...listTexts },
    bad: {
      schema: list('"maxItems": 10, '),
      ja: listTexts.ja.replace(', "item": "行"', ''),
      en: listTexts.en.replace(', "item": "row"', ''),
    },
    at: { file: 'texts.en.json', text: '{ "label": "List" }' },
  },
  'no-about': {
    good: {},
    bad: { edit: [{ file: 'texts.ja.json', from: exampleAbout.ja, to: '' }] },
    at: { file: 'texts.ja.json', text: '{' },
  },
  'next-without-delivery': edit(
    'texts.ja.json',
    '"next": ["確認します。"]',
    '"next": [{ "delivery": "post", "text": "確認します。" }]',
    '"post"',
  ),
  'next-for-all': {
    good: { edit: [deliveredByPost, nextByDelivery.ja, nextByDelivery.en] },
    bad: { edit: [deliveredByPost, nextByDelivery.en] },
    at: { file: 'texts.ja.json', text: '["確認します。"]' },
  },

  'text-missing': {
    good: {},
    bad: { ja: '{ "label": "項目", "help": "説明です。" }' },
    at: { file: 'texts.en.json', text: '{ "label": "Field" }' },
  },
  'text-unused': edit(
    'texts.ja.json',
    '"applicant/name": { "label": "氏名" },',
    '"applicant/name": { "label": "氏名" },\n    "applicant/nickname": { "label": "通称" },',
    '"applicant/nickname"',
  ),
  'stated-limit': {
    good: {
      schema: '{ "type": "string", "maxLength": 100 }',
      ja: '{ "label": "項目", "help": "100文字以内です。" }',
      en: '{ "label": "Item", "help": "Up to 100 characters." }',
    },
    bad: {
      schema: '{ "type": "string", "maxLength": 100 }',
      ja: '{ "label": "項目", "help": "500文字以内です。" }',
      en: '{ "label": "Item", "help": "Up to 100 characters." }',
    },
    at: { file: 'texts.ja.json', text: '"500文字以内です。"' },
  },
  'service-language': {
    good: { files: { '../service.json': bookingService(', "orderNoun": "booking"') } },
    bad: {
      files: {
        '../service.json': bookingService(', "orderNoun": "booking"').replace(', "en": "Booking of advice"', ''),
      },
    },
    at: { file: '../service.json', text: '{ "ja": "相談の予約" }' },
  },
  'text-language': { good: {}, bad: { en: '{ "label": "項目" }' }, at: { file: 'texts.en.json', text: '"項目"' } },
  'template-text': edit('texts.ja.json', '"label": "備考"', '"label": "1つ目"', '"1つ目"'),
  'text-markup': {
    good: {},
    bad: { ja: '{ "label": "<b>項目</b>" }' },
    at: { file: 'texts.ja.json', text: '"<b>項目</b>"' },
  },
  'text-width': wording('電話番号（例：09012345678）', '電話番号(例:０9012345678)'),
  spelling: wording('郵送でお申し込みください。', '郵送でお申込み下さい。'),
  'edge-space': wording('山田 花子', '山田 花子 '),
  'double-space': wording('山田 花子', '山田  花子'),
  'no-full-stop': wording('写真も使えます。5枚までです。', '写真も使えます。5枚までです'),
  'two-requests': wording(
    '住所を確認してください。そのあとで送信してください。',
    '住所を確認してください、そして送信してください。',
  ),
  'booking-noun': {
    good: { files: { '../service.json': bookingService(', "orderNoun": "booking"') } },
    bad: { files: { '../service.json': bookingService('') } },
    at: { file: '../service.json', text: '"相談の予約"' },
  },
  'plain-style': wording('写真が必要です。', '写真が必要である。'),

  'use-format': {
    good: {
      schema: '{ "type": "string", "format": "jp-postal-code" }',
      ui: '{ "ui:options": { "inputmode": "numeric", "autocomplete": "postal-code" } }',
      ja: '{ "label": "郵便番号" }',
      en: '{ "label": "Postal code" }',
    },
    bad: {
      schema: '{ "type": "string", "maxLength": 8 }',
      ja: '{ "label": "郵便番号" }',
      en: '{ "label": "Postal code" }',
    },
    at: { text: '{ "type": "string", "maxLength": 8 }' },
  },
  'phone-without-060': pattern('^0[0-9]{9,10}$', '^0[789]0[0-9]{8}$', '09012345678'),
  'width-pattern': {
    good: { schema: digits, ui: digitsUi, ...digitsTexts },
    bad: {
      schema: '{ "type": "string", "pattern": "^[０-９]{6}$" }',
      ja: '{ "label": "番号", "example": "１２３４５６" }',
      en: '{ "label": "Number", "example": "１２３４５６" }',
    },
    at: { text: '"^[０-９]{6}$"' },
  },

  'contradictory-bounds': field(
    '{ "type": "string", "minLength": 1, "maxLength": 9 }',
    '{ "type": "string", "minLength": 10, "maxLength": 9 }',
    '10, ',
  ),
  'impossible-choice': {
    good: {
      schema: '{ "type": "string", "enum": ["a"] }',
      ja: '{ "label": "種類", "options": { "a": "甲" } }',
      en: '{ "label": "Kind", "options": { "a": "A" } }',
    },
    bad: {
      schema: '{ "type": "integer", "enum": ["a"] }',
      ui: digitsUi,
      ja: '{ "label": "種類", "options": { "a": "甲" } }',
      en: '{ "label": "Kind", "options": { "a": "A" } }',
    },
    at: { text: '["a"]' },
  },
  'duplicate-choice': {
    good: {
      schema: '{ "type": "string", "enum": ["a", "b"] }',
      ja: '{ "label": "種類", "options": { "a": "甲", "b": "乙" } }',
      en: '{ "label": "Kind", "options": { "a": "A", "b": "B" } }',
    },
    bad: {
      schema: '{ "type": "string", "enum": ["a", "b", "a"] }',
      ja: '{ "label": "種類", "options": { "a": "甲", "b": "乙" } }',
      en: '{ "label": "Kind", "options": { "a": "A", "b": "B" } }',
    },
    at: { text: '["a", "b", "a"]' },
  },
  'unusable-choice': {
    good: {
      schema: '{ "type": "string", "enum": ["north", "south"] }',
      ja: '{ "label": "場所", "options": { "north": "北", "south": "南" } }',
      en: '{ "label": "Place", "options": { "north": "North", "south": "South" } }',
    },
    bad: { schema: '{ "enum": ["north", { "name": "south" }] }' },
    at: { text: '["north", { "name": "south" }]' },
  },
  'invalid-default': field(
    '{ "type": "string", "maxLength": 3, "default": "abc" }',
    '{ "type": "string", "maxLength": 3, "default": "abcd" }',
    '"abcd"',
  ),
  'invalid-example': {
    good: { schema: digits, ui: digitsUi, ...digitsTexts },
    bad: { schema: digits, ui: digitsUi, ja: '{ "label": "番号", "example": "12345" }', en: digitsTexts.en },
    at: { file: 'texts.ja.json', text: '"12345"' },
  },
  'required-unknown': edit('form.json', '"required": ["company"]', '"required": ["campany"]', '"campany"]'),
  'unreachable-branch': edit(
    'form.json',
    `"if": { ${condition}`,
    `"if": { ${condition.replace('"company"', '"firm"')}`,
    '"firm"',
  ),
  'unreachable-step': edit(
    'form.json',
    '"applicant": { "properties": { "kind": { "const": "company" } }',
    '"applicant": { "properties": { "kind": { "const": "firm" } }',
    '"firm"',
  ),
  'late-condition': edit(
    'form.json',
    '"properties": { "applicant": { "properties": { "kind": { "const": "company" } }, "required": ["kind"] } },\n        "required": ["applicant"]',
    '"properties": { "details": { "properties": { "note": { "const": "x" } }, "required": ["note"] } },\n        "required": ["details"]',
    '{\n        "properties": { "details"',
  ),
  'loose-condition': edit(
    'form.json',
    `"if": { ${condition}`,
    '"if": { "properties": { "kind": { "const": "company" } } },',
    '"kind": { "const": "company" } } },',
  ),
  'undecided-else': {
    good: {},
    bad: {
      edit: [
        {
          file: 'form.json',
          from: '"then": { "properties": { "company": { "type": "string", "maxLength": 100 } }, "required": ["company"] }',
          to: '"then": {}, "else": { "properties": { "company": { "type": "string", "maxLength": 100 } }, "required": ["company"] }',
        },
      ],
    },
    at: { text: '{ "properties": { "company"' },
  },
  'no-discriminator': {
    good: {
      schema: union('"discriminator": { "propertyName": "way" }, ', [branch('way', 'post'), branch('way', 'counter')]),
      ...unionTexts,
    },
    bad: { schema: union('', [branch('way', 'post'), branch('way', 'counter')]), ...unionTexts },
    at: { text: '[{ "properties": { "way"' },
  },
  'invalid-discriminator': {
    good: {
      schema: union('"discriminator": { "propertyName": "way" }, ', [branch('way', 'post'), branch('way', 'counter')]),
      ...unionTexts,
    },
    bad: {
      schema: union('"discriminator": { "propertyName": "way" }, ', [branch('way', 'post'), branch('way', 'post')]),
      ...unionTexts,
    },
    at: { text: '{ "propertyName": "way" }' },
  },
  'fee-question-gone': fee('{ "answer": "applicant/count" }', '{ "answer": "applicant/total" }', '"applicant/total"'),
  'fee-list': fee('300', '300, "forEach": "applicant/kind"', '"applicant/kind", "quantity"'),
  'fee-amount-missing': fee(byKind('{ "person": 3, "company": 5 }'), byKind('{ "person": 3 }'), '{ "person": 3 }'),
  'fee-choice-gone': fee(
    byKind('{ "person": 3, "company": 5 }'),
    byKind('{ "person": 3, "company": 5, "club": 0 }'),
    '"club": 0',
  ),
  'fee-not-choice': fee(
    byKind('{ "person": 3, "company": 5 }'),
    '{ "byAnswer": "applicant/name", "table": {} }',
    '"applicant/name", "table"',
  ),
  'fee-not-whole': edit(
    'form.json',
    '{ "type": "integer", "minimum": 1, "maximum": 10 }',
    '{ "type": "integer", "minimum": -1, "maximum": 10 }',
    '{ "type": "integer", "minimum": -1, "maximum": 10 }',
  ),
  'fee-amount': fee(byKind('{ "person": 3, "company": 5 }'), byKind('{ "person": -3, "company": 5 }'), '-3'),
  'fee-rounding': edit(
    'form.json',
    '{ "type": "integer", "minimum": 1, "maximum": 10 }',
    '{ "type": "number", "minimum": 1, "maximum": 10 }',
    '{ "answer": "applicant/count" } }]',
  ),
  'fee-limits': fee('300, "minimum": 300, "maximum": 900', '300, "minimum": 900, "maximum": 300', '300, "quantity"'),
  'fee-entries': fee('300', '300, "fromEntry": [{ "from": 2, "text": "copy", "percent": 50 }]', '[{ "from": 2'),
  'fee-later': edit(
    'form.json',
    '"amount": 300, "quantity": { "answer": "applicant/count" }',
    '"amount": "later", "maximum": 900',
    '"maximum": 900',
  ),
  'fee-total': edit(
    'form.json',
    '"fee": { "lines"',
    '"fee": { "minimum": 900, "maximum": 300, "lines"',
    '300, "lines"',
  ),
  'fee-rounded-away': fee(
    '300, "rounding": { "mode": "down", "to": 100 }',
    '30, "rounding": { "mode": "down", "to": 100 }',
    '{ "mode": "down"',
  ),
  'fee-exempt-open': fee('300', '300, "exempt": { "text": "copy" }', '{ "text": "copy" }'),
  'fee-exempt-all': fee(
    '300',
    `300, "exempt": { "text": "copy", "when": ${everyKind} }`,
    '{ "properties": { "applicant": { "properties": { "kind": { "enum"',
  ),
  'fee-in-list': {
    good: { files: { '../service.json': bookingService(', "orderNoun": "booking"') } },
    bad: { files: { '../service.json': bookingService(', "orderNoun": "booking"', 'NONE') } },
    at: { text: '{ "lines"' },
  },
  'fee-optional': fee(
    '{ "answer": "applicant/count" }',
    '{ "answer": "applicant/field" }',
    '{ "answer": "applicant/field" }',
  ),
  'fee-zero': fee('1', '0', '0, "quantity"'),
  'unbounded-fee': edit(
    'form.json',
    '{ "type": "integer", "minimum": 1, "maximum": 10 }',
    '{ "type": "integer", "minimum": 1 }',
    '{ "type": "integer", "minimum": 1 }',
  ),

  'no-jpeg': files('"accept": ["image/heic", "image/jpeg"]', '"accept": ["image/heic"]', '["image/heic"]'),
  'total-size': files('"maxTotalSize": 8000000', '"maxTotalSize": 15000000', '15000000'),

  'field-removed': {
    published: { schema: published },
    good: { schema: published },
    bad: {
      edit: [
        { file: 'form.json', from: ',\n          "field": { "type": "string", "maxLength": 100 }', to: '' },
        { file: 'form.json', from: '"day", "field"]', to: '"day"]' },
        { file: 'form.json', from: ',\n        "field": {}', to: '' },
        { file: 'texts.ja.json', from: '"applicant/field": { "label": "項目" },', to: '' },
        { file: 'texts.en.json', from: '"applicant/field": { "label": "Field" },', to: '' },
      ],
    },
    at: { text: '{\n          "name": { "type": "string", "maxLength": 50 }' },
  },
  'field-tightened': {
    published: { schema: published },
    good: { schema: '{ "type": "string", "maxLength": 200 }' },
    bad: { schema: '{ "type": "string", "maxLength": 50 }' },
    at: { text: '50 }\n        },' },
  },

  'fee-sample': {
    good: { files: { 'fee-samples.json': '{ "person": 300 }' } },
    bad: { files: { 'fee-samples.json': '{ "person": 400 }' } },
    at: { file: 'fee-samples.json', text: '400' },
  },
  'fee-sample-gone': {
    good: { files: { 'fee-samples.json': '{ "person": 300 }' } },
    bad: { files: { 'fee-samples.json': '{ "nobody": 300 }' } },
    at: { file: 'fee-samples.json', text: '"nobody"' },
  },
  'sample-missing': { good: {}, bad: { files: { 'valid/company.json': null } }, at: { text: '{\n  "engine"' } },
  'sample-refused': {
    good: {},
    bad: { edit: [{ file: 'valid/person.json', from: '"count": 1', to: '"count": 99' }] },
    at: { file: 'valid/person.json', text: '99' },
  },
  'sample-accepted': {
    good: {},
    bad: { edit: [{ file: 'invalid/too-many.json', from: '11', to: '9' }] },
    at: { file: 'invalid/too-many.json', text: '{\n    "pointer"' },
  },
  'branch-untested': {
    good: {},
    bad: { files: { 'valid/company.json': null } },
    at: { text: '{ "properties": { "kind": { "const": "company" } }, "required": ["kind"] },\n        "then"' },
  },
  'verdict-differs': {
    good: {},
    bad: differing,
    at: { text: '{ "type": "number"' },
  },
  'not-fillable': { good: {}, bad: impossible, at: { text: '{\n  "engine"' } },
  'not-drawn': {
    good: {},
    bad: {
      edit: [
        {
          file: 'form.json',
          from: '"company": { "type": "string", "maxLength": 100 }',
          to: '"company": { "maxLength": 100 }',
        },
      ],
    },
    at: { text: '{\n      "id": "applicant"' },
  },

  'low-contrast': tenant('"#0017C1"', '"#FFD43D"', '"#FFD43D"'),
  'logo-missing': {
    good: { files: { ...tenantFiles, '../../logo.svg': drawing } },
    bad: { files: { ...tenantFiles, '../../logo.svg': null } },
    at: { file: '../../tenant.json', text: '"logo.svg"' },
  },
  'logo-kind': {
    good: { files: tenantFiles },
    bad: { files: { ...tenantFiles, '../../logo.svg': drawing.replace('<path', '<script>alert(1)</script><path') } },
    at: { file: '../../tenant.json', text: '"logo.svg"' },
  },
  'logo-size': {
    good: { files: tenantFiles },
    bad: { files: { ...tenantFiles, '../../logo.svg': drawing.replace('0 0 40 40', '0 0 400 40') } },
    at: { file: '../../tenant.json', text: '"logo.svg"' },
  },
  'link-not-https': tenant('"https://example.jp/terms"', '"http://example.jp/terms"', '"http://example.jp/terms"'),
  'tenant-language': tenant('"例の市", "en": "Example City"', '"例の市"', '{ "ja": "例の市" }'),
  'tenant-part': tenant(', "accessibility": "https://example.jp/accessibility"', '', '{ "terms"'),
  'own-text-key': tenant('login.login.lead', 'login.login.introduction', '"例の市のページです。"'),
  'own-text': tenant('例の市のページです。', '例の市のページです。'.repeat(8), '"例の市のページです。例'),
  'own-text-placeholder': tenant('例の市のページです。', '{{city}}のページです。', '"{{city}}'),
}

/** Samples of a form that asks for a consent. */
function consented(): { [name: string]: string } {
  const answers = (rest: object) =>
    `${JSON.stringify({ applicant: { name: '山田', kind: 'person', count: 1, field: true }, ...rest })}\n`
  return {
    'valid/person.json': answers({}),
    'valid/company.json': `${JSON.stringify({ applicant: { name: '山田', kind: 'company', company: '港建設', count: 1, field: true }, details: {} })}\n`,
  }
}
