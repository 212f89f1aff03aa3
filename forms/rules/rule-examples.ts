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
  return changed({}, { edit: [{ file, from, to }] }, at, file)
}

/** Changes one place of form.json. */
function form(from: string, to: string, at: string): RuleExample {
  return edit('form.json', from, to, at)
}

function field(good: string, bad: string, at: string): RuleExample {
  return changed({ schema: good }, { schema: bad }, at)
}

/** Two versions, and the text at which the finding in the bad one begins. */
function changed(good: ExampleParts, bad: ExampleParts, text: string, file?: string): RuleExample {
  return { good, bad, at: file === undefined ? { text } : { file, text } }
}

/** A good form that lacks something, or has something more. */
function only(bad: ExampleParts, text: string, file?: string): RuleExample {
  return changed({}, bad, text, file)
}

const shortText = '{ "type": "string", "maxLength": 9 }'

/** A field of a short text. */
function text(bad: string, at: string): RuleExample {
  return field(shortText, bad, at)
}

function inForm(from: string, to: string) {
  return { file: 'form.json', from, to }
}

const allowedTitle = inForm(
  '"engine": 1,',
  '"engine": 1,\n  "allow": [{ "rule": "title-in-schema", "at": "/steps/0", "reason": "generated file" }],',
)

/** The fields that the first step requires, and the one of the example. */
const required = inForm('"required": ["name", "kind", "count"]', '"required": ["name", "kind", "count", "field"]')

/** Definitions of the first step. */
function definitions(of: string) {
  const start = '"type": "object",\n        "properties": {\n'
  return inForm(start, `"$defs": ${of},\n        ${start}`)
}

/** Options of a field of up to three files of 5 MB. */
function files(good: string, bad: string, at: string): RuleExample {
  const schema = '{ "type": "array", "maxItems": 3, "items": { "type": "string", "format": "attachment-id" } }'
  const ui = (option: string) =>
    `{ "ui:widget": "files", "ui:options": { "maxSize": 5000000, "maxFiles": 3, ${option} } }`
  return changed({ schema, ui: ui(good) }, { schema, ui: ui(bad) }, at)
}

const fixedAmount = '"amount": 300'

/** A line of the fee with another amount. */
function fee(good: string, bad: string, at: string): RuleExample {
  const withAmount = (amount: string) => ({
    edit: [inForm(fixedAmount, `"amount": ${amount}`)],
  })
  return changed(withAmount(good), withAmount(bad), at)
}

/** Another schema of the number that the fee counts. */
function count(bad: string, at = bad): RuleExample {
  return form('{ "type": "integer", "minimum": 1, "maximum": 10 }', bad, at)
}

const everyKind =
  '{ "properties": { "applicant": { "properties": { "kind": { "enum": ["person", "company"] } }, "required": ["kind"] } }, "required": ["applicant"] }'

const companies =
  '{ "properties": { "applicant": { "properties": { "kind": { "const": "company" } }, "required": ["kind"] } }, "required": ["applicant"] }'

/** A fee that an answer of the step for companies decides. */
function feeOfDetails(when: string): ExampleParts {
  const asNumber = '"note": { "type": "integer", "minimum": 1, "maximum": 10 } }, "required": ["note"]'
  return {
    edit: [
      { file: 'form.json', from: '"note": { "type": "string", "maxLength": 500 } }', to: asNumber },
      { file: 'valid/company.json', from: '"details": {}', to: '"details": { "note": 1 }' },
      { file: 'form.json', from: '{ "answer": "applicant/count" } }', to: `{ "answer": "details/note" }${when} }` },
    ],
  }
}

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

const deliveredByPost = inForm(
  '"checks": [',
  `"delivery": { "when": { "properties": { "applicant": ${branch('kind', 'company')} }, "required": ["applicant"] } },\n  "checks": [`,
)
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
  return changed({ ja: ja(good), en }, { ja: ja(bad), en }, `"${bad}"`, 'texts.ja.json')
}

function bookingService(noun: string, fee = 'QUOTED'): string {
  const [name, text] = ['{ "ja": "相談の予約", "en": "Booking of advice" }', '{ "ja": "相談", "en": "Advice" }']
  return `{ "name": ${name}, "summary": ${text}, "category": ${text}, "fee": { "kind": "${fee}" }${noun} }`
}

function service(file: string): ExampleParts {
  return { files: { '../service.json': file } }
}

/** Levels of groups below the field. */
function nested(depth: number): ExampleParts {
  const below = (levels: number): string =>
    levels === 0 ? shortText : `{ "type": "object", "properties": { "a": ${below(levels - 1)} } }`
  const texts = (label: string) =>
    [...Array(depth).keys()].reduce(
      (all, index) => `${all}, "applicant/field${'/a'.repeat(index + 1)}": { "label": "${label}" }`,
      `{ "label": "${label}" }`,
    )
  return { schema: below(depth), ja: texts('段'), en: texts('Level') }
}

function many(count: number, item: (index: number) => string) {
  return [...Array(count).keys()].map(item).join(', ')
}
function manyFields(count: number, schema = '{ "type": "boolean" }', definitions = ''): ExampleParts {
  const texts = (label: string) =>
    `{ "label": "${label}" }, ${many(count, (index) => `"applicant/field/f${index}": { "label": "${label}" }`)}`
  const fields = many(count, (index) => `"f${index}": ${schema}`)
  return {
    schema: `{ "type": "object", ${definitions}"properties": { ${fields} } }`,
    ja: texts('項目'),
    en: texts('Field'),
  }
}
function manyChoices(count: number): ExampleParts {
  const texts = (label: string) =>
    `{ "label": "${label}", "options": { ${many(count, (index) => `"v${index}": "${label}${index}"`)} } }`
  return {
    schema: `{ "type": "string", "enum": [${many(count, (index) => `"v${index}"`)}] }`,
    ja: texts('選択肢'),
    en: texts('Choice'),
  }
}

/** The texts of a question with choices; each choice is its value, its label and that in English. */
function chosen(ja: string, en: string, ...all: readonly [string, string, string][]): ExampleParts {
  const options = (label: string, at: 1 | 2) =>
    `{ "label": "${label}", "options": { ${all.map((choice) => `"${choice[0]}": "${choice[at]}"`).join(', ')} } }`
  return { ja: options(ja, 1), en: options(en, 2) }
}

const twoChoices = '{ "type": "string", "enum": ["a", "b"] }'
const oneKind = chosen('種類', 'Kind', ['a', '甲', 'A'])
const twoKinds = chosen('種類', 'Kind', ['a', '甲', 'A'], ['b', '乙', 'B'])

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

/** An explanation with a table in Japanese. */
function hours(table: string): ExampleParts {
  return {
    schema: '{ "type": "null" }',
    ui: '{ "ui:widget": "info" }',
    ja: `{ "label": "時間", "table": "${table}" }`,
    en: '{ "label": "Hours", "table": "Day | Time\\nMonday | From 9:00" }',
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

function listed(rest: string): ExampleParts {
  return { schema: list(rest), ...listTexts }
}

const digits = '{ "type": "string", "pattern": "^[0-9]{6}$" }'
const digitsUi = '{ "ui:options": { "inputmode": "numeric" } }'
function numberTexts(example: string) {
  return { ja: `{ "label": "番号", "example": "${example}" }`, en: `{ "label": "Number", "example": "${example}" }` }
}
const digitsTexts = numberTexts('123456')
const digitsField = { schema: digits, ui: digitsUi, ...digitsTexts }
function pattern(good: string, bad: string, example: string): RuleExample {
  const version = (source: string) => ({
    schema: `{ "type": "string", "maxLength": 20, "pattern": "${source}" }`,
    ...numberTexts(example),
  })
  return changed(version(good), version(bad), `"${bad}"`)
}

const condition = '"properties": { "kind": { "const": "company" } }, "required": ["kind"] },'
const published = '{ "type": "string", "maxLength": 100 }'

/** A pattern and a length that no value can satisfy together, although each bound alone can be satisfied. */
const impossible = {
  schema: '{ "type": "string", "maxLength": 20, "minLength": 5, "pattern": "^ab$" }',
  ...numberTexts('ab'),
  edit: [required],
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

function costing(sample: string): ExampleParts {
  return { files: { 'fee-samples.json': `{ ${sample} }` } }
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
  return changed({ files: tenantFiles }, { files: tenantFiles, edit: [{ file, from, to }] }, at, file)
}
/** A tenant with another logo. */
function logo(bad: string | null): RuleExample {
  return changed(
    { files: tenantFiles },
    { files: { ...tenantFiles, '../../logo.svg': bad } },
    '"logo.svg"',
    '../../tenant.json',
  )
}

const historyLine =
  '{ "at": "2026-04-01T12:00:00+09:00", "who": "山田", "what": "review", "content": "0123456789ab" }\n'

/** A good and a bad example of every rule: tested one by one, and shown in the reference. */
export const ruleExamples: { [rule in RuleId]: RuleExample } = {
  syntax: form('"engine": 1,', '"engine": 1', '"steps"'),
  'merge-conflict': form(
    '\n  "engine": 1,',
    '\n<<<<<<< ours\n  "engine": 1,\n=======\n  "engine": 2,\n>>>>>>> theirs',
    '<<<<<<<',
  ),
  'duplicate-key': form('"engine": 1,', '"engine": 1,\n  "engine": 1,', '"engine": 1,\n  "steps"'),
  'file-missing': only({ files: { 'texts.en.json': null } }, '{\n  "engine"'),
  'file-too-large': form('"engine": 1,', `"engine": 1,${' '.repeat(largestFile)}`, '{\n  "engine"'),
  'folder-name': only({}, '{\n  "engine"'),
  'unknown-file': only({ files: { 'notes.json': '{}' } }, '{\n  "engine"'),

  'history-unreadable': changed(
    { files: { 'history.jsonl': historyLine } },
    { files: { 'history.jsonl': `${historyLine}<<<<<<< ours\n` } },
    '<<<<<<<',
    'history.jsonl',
  ),

  'unknown-key': form('"checks":', '"cheks":', '"cheks"'),
  'missing-key': form('"id": "details",', '', '{\n      \n      "visibleWhen"'),
  'wrong-value': form('"engine": 1', '"engine": "1"', '"1"'),
  'unknown-keyword': text('{ "type": "string", "maxlength": 9, "maxLength": 9 }', '"maxlength"'),
  'unsupported-keyword': text('{ "type": "string", "maxLength": 9, "contentEncoding": "base64" }', '"contentEncoding"'),
  dialect: field(
    '{ "$schema": "https://json-schema.org/draft/2020-12/schema", "type": "string", "maxLength": 9 }',
    '{ "$schema": "http://json-schema.org/draft-04/schema#", "type": "string", "maxLength": 9 }',
    '"http://json-schema.org/draft-04/schema#"',
  ),
  'unknown-type': text('{ "type": "text", "maxLength": 9 }', '"text"'),
  'unknown-format': field('{ "type": "string", "format": "date" }', '{ "type": "string", "format": "day" }', '"day" }'),
  'unknown-widget': changed({ ui: '{ "ui:widget": "textarea" }' }, { ui: '{ "ui:widget": "textbox" }' }, '"textbox"'),
  'invalid-schema': only(
    { schema: '{ "type": "string", "maxLength": 9, "discriminator": { "propertyName": "kind" } }' },
    '{ "type": "string", "maxLength": 9, "discriminator"',
  ),
  'no-effect': text('{ "type": "string", "maxLength": 9, "else": {} }', '"else"'),
  'no-type': field('{ "type": "string", "maxLength": 5 }', '{ "maxLength": 5 }', '{ "maxLength": 5 }'),
  'no-items': changed(
    listed('"maxItems": 3, '),
    { schema: '{ "type": "array", "maxItems": 3 }' },
    '{ "type": "array", "maxItems": 3 }',
  ),
  'duplicate-step': form('"id": "details"', '"id": "applicant"', '"applicant",\n      "visibleWhen"'),
  'step-without-fields': form(
    '"properties": { "note": { "type": "string", "maxLength": 500 } }',
    '"properties": {}',
    '{\n        "type": "object",\n        "properties": {}',
  ),
  'unknown-path': form('"field": "applicant/day"', '"field": "applicant/days"', '"applicant/days"'),
  'check-without-date': form('"field": "applicant/day"', '"field": "applicant/name"', '"applicant/name"'),
  'unknown-field': form('"kind": { "ui:widget": "radio" }', '"kinds": { "ui:widget": "radio" }', '"kinds"'),
  'order-incomplete': form(
    '"count", "day", "field"]',
    '"count", "day"]',
    '["name", "kind", "company", "count", "day"]',
  ),
  'widget-misfit': changed(
    { ui: '{ "ui:widget": "textarea" }' },
    { ui: '{ "ui:widget": "radio" }' },
    '"radio" }\n      }',
  ),
  'picture-kind': changed(
    explained(onePixel, true),
    explained(onePixel.replace('png', 'jpeg'), true),
    '{ "type": "null" }',
  ),
  'table-rows': changed(table('mon', '月'), table('tue', '火'), '{ "type": "object", "properties": { "tue"'),
  'fills-unknown': changed(
    {
      schema: '{ "type": "string", "format": "jp-corporate-number" }',
      ui: '{ "ui:widget": "corporate-number", "ui:options": { "inputmode": "numeric", "fills": { "name": "company" } } }',
    },
    {
      schema: '{ "type": "string", "format": "jp-corporate-number" }',
      ui: '{ "ui:widget": "corporate-number", "ui:options": { "inputmode": "numeric", "fills": { "name": "companyName" } } }',
    },
    '"companyName"',
  ),
  'title-in-schema': text('{ "title": "番号", "type": "string", "maxLength": 9 }', '"title"'),
  'allow-unused': changed(
    { schema: '{ "title": "x", "type": "string", "maxLength": 9 }', edit: [allowedTitle] },
    { edit: [allowedTitle] },
    '{ "rule"',
  ),

  'remote-ref': text('{ "$ref": "https://example.com/part.json" }', '"https://example.com/part.json"'),
  'missing-ref': changed(
    { schema: '{ "$ref": "#/$defs/code" }', edit: [definitions('{ "code": { "type": "string", "maxLength": 9 } }')] },
    { schema: '{ "$ref": "#/$defs/code" }' },
    '"#/$defs/code"',
  ),
  'outside-ref': text('{ "$ref": "../../../../outside.schema.json" }', '"../../../../outside.schema.json"'),
  'endless-ref': changed(
    {
      schema: '{ "$ref": "#/$defs/a" }',
      ja: '{ "label": "返信" }, "applicant/field/text": { "label": "本文" }, "applicant/field/answers": { "label": "返信", "item": "返信" }, "applicant/field/answers/[]/text": { "label": "本文" }, "applicant/field/answers/[]/answers": { "label": "返信", "item": "返信" }',
      en: '{ "label": "Answer" }, "applicant/field/text": { "label": "Text" }, "applicant/field/answers": { "label": "Answers", "item": "answer" }, "applicant/field/answers/[]/text": { "label": "Text" }, "applicant/field/answers/[]/answers": { "label": "Answers", "item": "answer" }',
      edit: [
        definitions(
          '{ "a": { "type": "object", "properties": { "text": { "type": "string", "maxLength": 9 }, "answers": { "type": "array", "maxItems": 5, "items": { "$ref": "#/$defs/a" } } } } }',
        ),
      ],
    },
    {
      schema: '{ "$ref": "#/$defs/a" }',
      edit: [definitions('{ "a": { "$ref": "#/$defs/b" }, "b": { "$ref": "#/$defs/a" } }')],
    },
    '"#/$defs/a" } },',
  ),

  'too-large': changed(
    { schema: shortText },
    manyFields(
      20,
      '{ "$ref": "#/properties/field/$defs/a" }',
      `"$defs": { "a": { "type": "string", "enum": [${many(30, (index) => `"${'x'.repeat(4000)}${index}"`)}] } }, `,
    ),
    '{',
  ),
  'too-deep': changed(nested(5), nested(20), '{ "type": "string", "maxLength": 9 } }'),
  'too-many-fields': changed(manyFields(10), manyFields(300), '{\n  "engine"'),
  'too-many-choices': changed(manyChoices(20), manyChoices(1001), '["v0"'),
  'too-many-entries': changed(
    listed('"minItems": 1, "maxItems": 50, '),
    listed('"minItems": 21, "maxItems": 50, '),
    '21',
  ),
  'forbidden-name': only(
    {
      schema: '{ "type": "object", "properties": { "toString": { "type": "string", "maxLength": 9 } } }',
      ja: '{ "label": "項目" }, "applicant/field/toString": { "label": "文字" }',
      en: '{ "label": "Field" }, "applicant/field/toString": { "label": "Text" }',
    },
    '"toString"',
  ),
  'invalid-pattern': pattern('^[a-z.\\\\-]+$', '^[\\\\w-.]+$', 'a.b'),
  'unsupported-pattern': pattern('^[Aa]b$', '^(?i:a)b$', 'ab'),
  'slow-pattern': pattern('^a+$', '^(a+)+$', 'aaa'),
  'no-max-length': field('{ "type": "string", "maxLength": 100 }', '{ "type": "string" }', '{ "type": "string" }'),
  'no-max-items': changed(listed('"maxItems": 10, '), listed(''), '{ "type": "array"'),
  'consent-not-required': changed(
    { schema: '{ "type": "boolean", "const": true }', edit: [required], files: consented() },
    { schema: '{ "type": "boolean" }', edit: [required], files: consented() },
    '{ "type": "boolean" }',
  ),

  'no-label': only(
    {
      edit: [
        { file: 'texts.ja.json', from: '"applicant/day": { "label": "希望日" },', to: '' },
        { file: 'texts.en.json', from: '"applicant/day": { "label": "Wanted day" },', to: '' },
      ],
    },
    '{\n    "applicant/name"',
    'texts.en.json',
  ),
  'same-label': changed(
    { schema: twoChoices, ...chosen('町', 'Town', ['a', '本町', 'Honcho'], ['b', '東町', 'Higashimachi']) },
    { schema: twoChoices, ...chosen('町', 'Town', ['a', '本町', 'Honcho'], ['b', '本町', 'Higashimachi']) },
    '"本町" } }',
    'texts.ja.json',
  ),
  'picture-text': changed(
    explained(onePixel, true),
    explained(onePixel, false),
    '{ "label": "Place" }',
    'texts.en.json',
  ),
  'table-labels': changed(table('mon', '月'), table('mon', '火'), '{ "label": "火" }', 'texts.ja.json'),
  'table-cells': changed(
    hours('曜日 | 時間\\n月 | 9時から'),
    hours('曜日 | 時間\\n月'),
    '"曜日 | 時間',
    'texts.ja.json',
  ),
  'no-option-label': edit(
    'texts.ja.json',
    '"options": { "person": "個人", "company": "法人" }',
    '"options": { "person": "個人" }',
    '{ "person": "個人" }',
  ),
  placeholder: only({ ui: '{ "ui:placeholder": "090" }' }, '"ui:placeholder"'),
  'no-autocomplete': changed(
    {
      schema: '{ "type": "string", "format": "jp-phone" }',
      ui: '{ "ui:widget": "phone", "ui:options": { "autocomplete": "tel", "inputmode": "tel" } }',
    },
    {
      schema: '{ "type": "string", "format": "jp-phone" }',
      ui: '{ "ui:widget": "phone", "ui:options": { "inputmode": "tel" } }',
    },
    '{ "type": "string", "format": "jp-phone" }',
  ),
  'no-inputmode': changed(digitsField, { schema: digits, ...digitsTexts }, digits),
  'no-example': changed(
    digitsField,
    { schema: digits, ui: digitsUi, ja: '{ "label": "番号" }', en: '{ "label": "Number" }' },
    '{ "label": "Number" }',
    'texts.en.json',
  ),
  'no-item-name': changed(
    listed('"maxItems": 10, '),
    {
      schema: list('"maxItems": 10, '),
      ja: listTexts.ja.replace(', "item": "行"', ''),
      en: listTexts.en.replace(', "item": "row"', ''),
    },
    '{ "label": "List" }',
    'texts.en.json',
  ),
  'no-about': only({ edit: [{ file: 'texts.ja.json', from: exampleAbout.ja, to: '' }] }, '{', 'texts.ja.json'),
  'next-without-delivery': edit(
    'texts.ja.json',
    '"next": ["確認します。"]',
    '"next": [{ "delivery": "post", "text": "確認します。" }]',
    '"post"',
  ),
  'next-for-all': changed(
    { edit: [deliveredByPost, nextByDelivery.ja, nextByDelivery.en] },
    { edit: [deliveredByPost, nextByDelivery.en] },
    '["確認します。"]',
    'texts.ja.json',
  ),

  'text-missing': only({ ja: '{ "label": "項目", "help": "説明です。" }' }, '{ "label": "Field" }', 'texts.en.json'),
  'text-unused': edit(
    'texts.ja.json',
    '"applicant/name": { "label": "氏名" },',
    '"applicant/name": { "label": "氏名" },\n    "applicant/nickname": { "label": "通称" },',
    '"applicant/nickname"',
  ),
  'stated-limit': changed(
    {
      schema: '{ "type": "string", "maxLength": 100 }',
      ja: '{ "label": "項目", "help": "100文字以内です。" }',
      en: '{ "label": "Item", "help": "Up to 100 characters." }',
    },
    {
      schema: '{ "type": "string", "maxLength": 100 }',
      ja: '{ "label": "項目", "help": "500文字以内です。" }',
      en: '{ "label": "Item", "help": "Up to 100 characters." }',
    },
    '"500文字以内です。"',
    'texts.ja.json',
  ),
  'service-language': changed(
    service(bookingService(', "orderNoun": "booking"')),
    service(bookingService(', "orderNoun": "booking"').replace(', "en": "Booking of advice"', '')),
    '{ "ja": "相談の予約" }',
    '../service.json',
  ),
  'text-language': only({ en: '{ "label": "項目" }' }, '"項目"', 'texts.en.json'),
  'template-text': edit('texts.ja.json', '"label": "備考"', '"label": "1つ目"', '"1つ目"'),
  'copy-name': edit(
    'texts.ja.json',
    '"title": "例のフォーム"',
    '"title": "例のフォームのコピー"',
    '"例のフォームのコピー"',
  ),
  'text-markup': only({ ja: '{ "label": "<b>項目</b>" }' }, '"<b>項目</b>"', 'texts.ja.json'),
  'text-invisible': only({ ja: '{ "label": "項\\u000b目" }' }, '"項\\u000b目"', 'texts.ja.json'),
  'text-width': wording('電話番号（例：09012345678）', '電話番号(例:０9012345678)'),
  spelling: wording('郵送でお申し込みください。', '郵送でお申込み下さい。'),
  'edge-space': wording('山田 花子', '山田 花子 '),
  'double-space': wording('山田 花子', '山田  花子'),
  'no-full-stop': wording('写真も使えます。5枚までです。', '写真も使えます。5枚までです'),
  'two-requests': wording(
    '住所を確認してください。そのあとで送信してください。',
    '住所を確認してください、そして送信してください。',
  ),
  'booking-noun': changed(
    service(bookingService(', "orderNoun": "booking"')),
    service(bookingService('')),
    '"相談の予約"',
    '../service.json',
  ),
  'plain-style': wording('写真が必要です。', '写真が必要である。'),

  'use-format': changed(
    {
      schema: '{ "type": "string", "format": "jp-postal-code" }',
      ui: '{ "ui:options": { "inputmode": "numeric", "autocomplete": "postal-code" } }',
      ja: '{ "label": "郵便番号" }',
      en: '{ "label": "Postal code" }',
    },
    { schema: '{ "type": "string", "maxLength": 8 }', ja: '{ "label": "郵便番号" }', en: '{ "label": "Postal code" }' },
    '{ "type": "string", "maxLength": 8 }',
  ),
  'phone-without-060': pattern('^0[0-9]{9,10}$', '^0[789]0[0-9]{8}$', '09012345678'),
  'width-pattern': changed(
    digitsField,
    { schema: '{ "type": "string", "pattern": "^[０-９]{6}$" }', ...numberTexts('１２３４５６') },
    '"^[０-９]{6}$"',
  ),

  'contradictory-bounds': field(
    '{ "type": "string", "minLength": 1, "maxLength": 9 }',
    '{ "type": "string", "minLength": 10, "maxLength": 9 }',
    '10, ',
  ),
  'impossible-choice': changed(
    { schema: '{ "type": "string", "enum": ["a"] }', ...oneKind },
    { schema: '{ "type": "integer", "enum": ["a"] }', ui: digitsUi, ...oneKind },
    '["a"]',
  ),
  'duplicate-choice': changed(
    { schema: twoChoices, ...twoKinds },
    { schema: '{ "type": "string", "enum": ["a", "b", "a"] }', ...twoKinds },
    '["a", "b", "a"]',
  ),
  'unusable-choice': changed(
    {
      schema: '{ "type": "string", "enum": ["north", "south"] }',
      ...chosen('場所', 'Place', ['north', '北', 'North'], ['south', '南', 'South']),
    },
    { schema: '{ "enum": ["north", { "name": "south" }] }' },
    '["north", { "name": "south" }]',
  ),
  'invalid-default': field(
    '{ "type": "string", "maxLength": 3, "default": "abc" }',
    '{ "type": "string", "maxLength": 3, "default": "abcd" }',
    '"abcd"',
  ),
  'invalid-example': changed(
    digitsField,
    { schema: digits, ui: digitsUi, ja: '{ "label": "番号", "example": "12345" }', en: digitsTexts.en },
    '"12345"',
    'texts.ja.json',
  ),
  'required-unknown': form('"required": ["company"]', '"required": ["campany"]', '"campany"]'),
  'unreachable-branch': form(`"if": { ${condition}`, `"if": { ${condition.replace('"company"', '"firm"')}`, '"firm"'),
  'unreachable-step': form(
    '"applicant": { "properties": { "kind": { "const": "company" } }',
    '"applicant": { "properties": { "kind": { "const": "firm" } }',
    '"firm"',
  ),
  'late-condition': form(
    '"properties": { "applicant": { "properties": { "kind": { "const": "company" } }, "required": ["kind"] } },\n        "required": ["applicant"]',
    '"properties": { "details": { "properties": { "note": { "const": "x" } }, "required": ["note"] } },\n        "required": ["details"]',
    '{\n        "properties": { "details"',
  ),
  'loose-condition': form(
    `"if": { ${condition}`,
    '"if": { "properties": { "kind": { "const": "company" } } },',
    '"kind": { "const": "company" } } },',
  ),
  'undecided-else': only(
    {
      edit: [
        inForm(
          '"then": { "properties": { "company": { "type": "string", "maxLength": 100 } }, "required": ["company"] }',
          '"then": {}, "else": { "properties": { "company": { "type": "string", "maxLength": 100 } }, "required": ["company"] }',
        ),
        inForm(`"if": { ${condition}`, `"if": { ${condition.replace('"company"', '"person"')}`),
      ],
    },
    '{ "properties": { "company"',
  ),
  'no-discriminator': changed(
    {
      schema: union('"discriminator": { "propertyName": "way" }, ', [branch('way', 'post'), branch('way', 'counter')]),
      ...unionTexts,
    },
    { schema: union('', [branch('way', 'post'), branch('way', 'counter')]), ...unionTexts },
    '[{ "properties": { "way"',
  ),
  'invalid-discriminator': changed(
    {
      schema: union('"discriminator": { "propertyName": "way" }, ', [branch('way', 'post'), branch('way', 'counter')]),
      ...unionTexts,
    },
    {
      schema: union('"discriminator": { "propertyName": "way" }, ', [branch('way', 'post'), branch('way', 'post')]),
      ...unionTexts,
    },
    '{ "propertyName": "way" }',
  ),
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
  'fee-not-whole': count('{ "type": "integer", "minimum": -1, "maximum": 10 }'),
  'fee-amount': fee(byKind('{ "person": 3, "company": 5 }'), byKind('{ "person": -3, "company": 5 }'), '-3'),
  'fee-rounding': count('{ "type": "number", "minimum": 1, "maximum": 10 }', '{ "answer": "applicant/count" } }]'),
  'fee-limits': fee('300, "minimum": 300, "maximum": 900', '300, "minimum": 900, "maximum": 300', '300, "quantity"'),
  'fee-entries': fee('300', '300, "fromEntry": [{ "from": 2, "text": "copy", "percent": 50 }]', '[{ "from": 2'),
  'fee-later': form(
    '"amount": 300, "quantity": { "answer": "applicant/count" }',
    '"amount": "later", "maximum": 900',
    '"maximum": 900',
  ),
  'fee-total': form('"fee": { "lines"', '"fee": { "minimum": 900, "maximum": 300, "lines"', '300, "lines"'),
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
  'fee-in-list': changed(
    service(bookingService(', "orderNoun": "booking"')),
    service(bookingService(', "orderNoun": "booking"', 'NONE')),
    '{ "lines"',
  ),
  'fee-optional': fee(
    '{ "answer": "applicant/count" }',
    '{ "answer": "applicant/field" }',
    '{ "answer": "applicant/field" }',
  ),
  'fee-none': edit(
    'form.json',
    '{ "type": "integer", "minimum": 1, "maximum": 10 }',
    '{ "type": "integer", "minimum": 0, "maximum": 10 }',
    '"applicant/count"',
  ),
  'fee-not-asked': {
    good: feeOfDetails(`, "when": ${companies}`),
    bad: feeOfDetails(''),
    at: { text: '"details/note"' },
  },
  'fee-zero': fee('1', '0', '0, "quantity"'),
  'unbounded-fee': count('{ "type": "integer", "minimum": 1 }'),

  'no-jpeg': files('"accept": ["image/heic", "image/jpeg"]', '"accept": ["image/heic"]', '["image/heic"]'),
  'total-size': files('"maxTotalSize": 8000000', '"maxTotalSize": 15000000', '15000000'),

  'field-removed': {
    published: { schema: published },
    good: { schema: published },
    bad: {
      edit: [
        inForm(',\n          "field": { "type": "string", "maxLength": 100 }', ''),
        inForm('"day", "field"]', '"day"]'),
        inForm(',\n        "field": {}', ''),
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

  'fee-sample': changed(costing('"person": 300'), costing('"person": 400'), '400', 'fee-samples.json'),
  'fee-sample-gone': changed(costing('"person": 300'), costing('"nobody": 300'), '"nobody"', 'fee-samples.json'),
  'sample-missing': only({ files: { 'valid/company.json': null } }, '{\n  "engine"'),
  'sample-refused': only(
    { edit: [{ file: 'valid/person.json', from: '"count": 1', to: '"count": 99' }] },
    '99',
    'valid/person.json',
  ),
  'sample-accepted': only(
    { edit: [{ file: 'invalid/too-many.json', from: '11', to: '9' }] },
    '{\n    "pointer"',
    'invalid/too-many.json',
  ),
  'branch-untested': only(
    { files: { 'valid/company.json': null } },
    '{ "properties": { "kind": { "const": "company" } }, "required": ["kind"] },\n        "then"',
  ),
  'verdict-differs': only(differing, '{ "type": "number"'),
  'not-fillable': only(impossible, '{\n  "engine"'),
  'not-drawn': only(
    { edit: [inForm('"company": { "type": "string", "maxLength": 100 }', '"company": { "maxLength": 100 }')] },
    '{\n      "id": "applicant"',
  ),

  'low-contrast': tenant('"#0017C1"', '"#FFD43D"', '"#FFD43D"'),
  'logo-missing': logo(null),
  'logo-kind': logo(drawing.replace('<path', '<script>alert(1)</script><path')),
  'logo-size': logo(drawing.replace('0 0 40 40', '0 0 400 40')),
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
