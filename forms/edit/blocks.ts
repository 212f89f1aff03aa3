import type { ToolLanguage } from '../source/tool-languages.ts'
import type { FieldText } from '../../form-model/definition.ts'
import type { Language } from '../../src/lib/language.ts'
import { isTable } from './form-tree.ts'
import type { FormNode } from './form-tree.ts'
import { partOf } from './part-words.ts'

type BlockTexts = { [path: string]: FieldText }

/** A question block: its content for each file of a form. */
export type Block = {
  id: string
  /** Label in the palette. */
  title: { ja: string; en: string }
  /** The proposed property name. */
  name: string
  schema: { [key: string]: unknown }
  ui: { [key: string]: unknown }
  /** Texts by the path inside the block; the empty path is the block itself. */
  texts: { [language in ToolLanguage]: BlockTexts } & { [language in Language]?: BlockTexts }
  /** An answer that is added to the samples. */
  sample: unknown
  required: boolean
  /** Entries of `checks`, without their field. */
  checks: { [key: string]: unknown }[]
}

type Given = Partial<Omit<Block, 'id' | 'name' | 'title' | 'texts'>> & {
  ja?: Partial<FieldText>
  en?: Partial<FieldText>
  /** Texts of the questions inside. */
  inside?: { [path: string]: { ja: FieldText; en: FieldText } }
}

function block(id: string, name: string, ja: string, en: string, given: Given): Block {
  const inside = Object.entries(given.inside ?? {})
  const isShared = typeof given.schema?.$ref === 'string'
  const own = (label: string, more: Partial<FieldText> | undefined) => (isShared ? {} : { '': { label, ...more } })
  return {
    id,
    name,
    title: { ja, en },
    schema: given.schema ?? {},
    ui: given.ui ?? {},
    texts: {
      ja: { ...own(ja, given.ja), ...Object.fromEntries(inside.map(([path, texts]) => [path, texts.ja])) },
      en: { ...own(en, given.en), ...Object.fromEntries(inside.map(([path, texts]) => [path, texts.en])) },
    },
    sample: given.sample,
    required: given.required ?? true,
    checks: given.checks ?? [],
  }
}

function shared(part: string) {
  return { $ref: `../../../shared/${part}.schema.json` }
}

/** The choices of a new question, which its author replaces. */
export const threeChoices = {
  enum: ['choice1', 'choice2', 'other'],
  ja: { options: { choice1: '1番', choice2: '2番', other: 'その他' } },
  en: { options: { choice1: 'Number one', choice2: 'Number two', other: 'Other' } },
}

const tableRows = [
  ['first', '保護者1', 'Guardian 1'],
  ['second', '保護者2', 'Guardian 2'],
] as const

const weekdays = [
  ['monday', '月', 'Monday'],
  ['tuesday', '火', 'Tuesday'],
  ['wednesday', '水', 'Wednesday'],
  ['thursday', '木', 'Thursday'],
  ['friday', '金', 'Friday'],
] as const

function inside(path: string, ja: string, en: string): [path: string, texts: { ja: FieldText; en: FieldText }] {
  return [path, { ja: { label: ja }, en: { label: en } }]
}

const tableRow = {
  type: 'object',
  properties: Object.fromEntries(weekdays.map(([day]) => [day, { type: 'string', minLength: 1, maxLength: 20 }])),
}

/** The palette, in its order. */
export const blocks: readonly Block[] = [
  block('person-name', 'name', '氏名（フリガナつき）', 'Name with kana', {
    schema: shared('person-name'),
    sample: { familyName: '山田', givenName: '花子', familyNameKana: 'ヤマダ', givenNameKana: 'ハナコ' },
  }),
  block('address', 'address', '住所（郵便番号から入力）', 'Address with postal code', {
    schema: shared('address'),
    sample: { postalCode: '1050011', prefecture: '東京都', city: '港区', town: '芝公園', street: '1丁目5番25号' },
  }),
  block('birth-date', 'birthDate', '生年月日（和暦つき）', 'Date of birth', {
    schema: shared('birth-date'),
    ui: { 'ui:options': { autocomplete: 'bday' } },
    sample: '1985-04-12',
    checks: [{ kind: 'date-range', min: '1900-01-01', max: 'today' }],
  }),
  block('phone', 'phone', '電話番号', 'Phone number', { schema: shared('phone'), sample: '0312345678' }),
  block('email', 'email', 'メールアドレス', 'Mail address', { schema: shared('email'), sample: 'hanako@example.jp' }),
  block('corporate-number', 'corporateNumber', '法人番号', 'Corporate number', {
    schema: { type: 'string', format: 'jp-corporate-number' },
    ui: { 'ui:widget': 'corporate-number', 'ui:options': { inputmode: 'numeric', width: 'medium' } },
    ja: { help: '国税庁から通知された13桁の番号です。', example: '7000012050002' },
    en: { help: 'The 13 digits from the National Tax Agency.', example: '7000012050002' },
    sample: '7000012050002',
  }),
  block('real-estate-number', 'realEstateNumber', '不動産番号', 'Real estate number', {
    schema: { type: 'string', pattern: '^[0-9]{13}$' },
    ui: { 'ui:options': { inputmode: 'numeric', width: 'medium' } },
    ja: {
      help: '登記事項証明書に書かれた13桁の番号です。',
      example: '1234567890123',
      errors: { pattern: '不動産番号は、13桁の数字で入力してください。' },
    },
    en: {
      help: 'The 13 digits on the certificate of the real estate register.',
      example: '1234567890123',
      errors: { pattern: 'Enter the 13 digits of the real estate number.' },
    },
    sample: '1234567890123',
  }),
  block('text', 'shortText', '1行の文字', 'One line of text', {
    schema: { type: 'string', minLength: 1, maxLength: 100 },
    ui: { 'ui:options': { width: 'long' } },
    sample: '記入例',
  }),
  block('lines', 'details', '複数行の文字', 'Several lines of text', {
    schema: { type: 'string', minLength: 1, maxLength: 500 },
    ui: { 'ui:widget': 'textarea', 'ui:options': { rows: 4 } },
    sample: '記入例です。',
  }),
  block('choice', 'choice', '選択（1つ）', 'One choice', {
    schema: { type: 'string', enum: threeChoices.enum },
    ui: { 'ui:widget': 'radio' },
    ja: threeChoices.ja,
    en: threeChoices.en,
    sample: 'choice1',
  }),
  block('choices', 'choices', '選択（複数）', 'Several choices', {
    schema: {
      type: 'array',
      items: { type: 'string', enum: threeChoices.enum },
      uniqueItems: true,
      minItems: 1,
    },
    ui: { 'ui:widget': 'checkboxes' },
    ja: threeChoices.ja,
    en: threeChoices.en,
    sample: ['choice1'],
  }),
  block('yes-no', 'yesNo', 'はい・いいえ', 'Yes or no', {
    schema: { type: 'boolean' },
    ui: { 'ui:widget': 'radio' },
    ja: { options: { true: 'はい', false: 'いいえ' } },
    en: { options: { true: 'Yes', false: 'No' } },
    sample: true,
  }),
  block('date', 'date', '日付', 'Date', {
    schema: { type: 'string', format: 'date' },
    ui: { 'ui:widget': 'date', 'ui:options': { width: 'short' } },
    sample: '{{today+7}}',
  }),
  block('number', 'count', '数', 'Number', {
    // Without a limit that nobody has chosen: it would refuse answers. A fee that multiplies by it asks for limits.
    schema: { type: 'integer', minimum: 0 },
    ui: { 'ui:widget': 'number', 'ui:options': { inputmode: 'numeric', width: 'short' } },
    sample: 1,
  }),
  block('money', 'amount', '金額', 'Amount in yen', {
    schema: { type: 'integer', minimum: 0 },
    ui: { 'ui:widget': 'money', 'ui:options': { inputmode: 'numeric', width: 'medium' } },
    sample: 1000,
  }),
  block('files', 'files', '添付ファイル', 'Attached files', {
    schema: { type: 'array', items: { type: 'string', format: 'attachment-id' }, minItems: 1, maxItems: 3 },
    ui: {
      'ui:widget': 'files',
      'ui:options': {
        accept: ['image/jpeg', 'image/png', 'application/pdf'],
        // The largest file that the API accepts.
        maxSize: 10_485_760,
        purpose: 'application',
      },
    },
    sample: ['AT-1'],
  }),
  block('list', 'people', '繰り返し（家族など）', 'Repeated group', {
    schema: {
      type: 'array',
      minItems: 1,
      maxItems: 10,
      items: {
        type: 'object',
        properties: { label: { type: 'string', minLength: 1, maxLength: 60 } },
        required: ['label'],
      },
    },
    ui: { items: { 'ui:order': ['label'], label: { 'ui:options': { width: 'medium' } } } },
    ja: { item: '項目' },
    en: { item: 'entry' },
    inside: { '[]/label': { ja: { label: '内容' }, en: { label: 'Entry' } } },
    sample: [{ label: '記入例' }],
  }),
  block('group', 'group', 'まとまり（連絡先など）', 'Group', {
    schema: {
      type: 'object',
      properties: { label: { type: 'string', minLength: 1, maxLength: 60 } },
      required: ['label'],
    },
    ui: { 'ui:order': ['label'], label: { 'ui:options': { width: 'medium' } } },
    inside: { label: { ja: { label: '内容' }, en: { label: 'Entry' } } },
    sample: { label: '記入例' },
  }),
  block('table', 'table', '質問の表（保護者×曜日など）', 'Table of questions', {
    schema: {
      type: 'object',
      properties: Object.fromEntries(tableRows.map(([name]) => [name, tableRow])),
      required: tableRows.map(([name]) => name),
    },
    ui: { 'ui:options': { layout: 'table' }, 'ui:order': tableRows.map(([name]) => name) },
    ja: { label: '平日の勤務時間', help: '9:00-17:00のように入力してください。休みの日は空けてください。' },
    en: { label: 'Working hours', help: 'Enter the hours like 9:00-17:00. Leave out the days off.' },
    inside: Object.fromEntries(
      tableRows.flatMap(([row, ja, en]) => [
        inside(row, ja, en),
        ...weekdays.map(([day, inJa, inEn]) => inside(`${row}/${day}`, inJa, inEn)),
      ]),
    ),
    sample: Object.fromEntries(tableRows.map(([row]) => [row, { monday: '9:00-17:00' }])),
  }),
  block('consent', 'consent', '同意', 'Consent', {
    schema: { type: 'boolean', const: true },
    ui: { 'ui:widget': 'checkbox' },
    ja: { label: '内容に間違いがないことを確認しました' },
    en: { label: 'I have checked that everything is correct' },
    sample: true,
  }),
  block('delivery', 'method', '受け取り方法', 'How to receive it', {
    schema: { type: 'string', enum: ['post', 'counter'] },
    ui: { 'ui:widget': 'radio' },
    ja: { options: { post: '郵送で受け取る', counter: '窓口で受け取る' } },
    en: { options: { post: 'By post', counter: 'At the counter' } },
    sample: 'counter',
  }),
  block('info', 'notice', '説明', 'Notice', {
    schema: { type: 'null' },
    ui: { 'ui:widget': 'info' },
    ja: { label: 'ご案内', help: 'ここに説明を書きます。' },
    en: { label: 'Notice', help: 'Write the notice here.' },
    required: false,
  }),
]

/** Names for common questions, by words in their label; other questions get the block's own name. */
const names: readonly [word: string, name: string][] = [
  ['犬の名前', 'dogName'],
  ['氏名', 'name'],
  ['住所', 'address'],
  ['生年月日', 'birthDate'],
  ['電話', 'phone'],
  ['メール', 'email'],
  ['世帯主', 'householdHead'],
  ['続柄', 'relation'],
  ['勤務先', 'employer'],
  ['使いみち', 'purpose'],
  ['目的', 'purpose'],
  ['理由', 'reason'],
  ['通数', 'copies'],
  ['枚数', 'copies'],
  ['人数', 'people'],
  ['希望日', 'wishedDate'],
  ['開始日', 'startDate'],
  ['終了日', 'endDate'],
  ['番号', 'number'],
  ['金額', 'amount'],
  ['種類', 'kind'],
  ['写真', 'photos'],
  ['委任状', 'letterOfAttorney'],
  ['備考', 'remarks'],
  ['名前', 'personName'],
]

/** A property name for a label: residents never see it. */
export function proposedName(label: string, fallback: string): string {
  const found = names.find(([word]) => label.includes(word))
  if (found) return found[1]
  const latin = label.replaceAll(/[^A-Za-z0-9 ]/g, '').trim()
  if (!/^[A-Za-z]/.test(latin)) return fallback
  const [first = '', ...rest] = latin.split(/ +/)
  return first.toLowerCase() + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()).join('')
}

/** Values for common choices, by their label. */
const choiceValues = new Map([
  ['その他', 'other'],
  ['なし', 'none'],
  ['郵送', 'post'],
  ['窓口', 'counter'],
  ['本人', 'self'],
  ['個人', 'person'],
  ['法人', 'company'],
])

/** A time to choose for an appointment. */
export const clockTime = /^(?:[01]\d|2[0-3]):[0-5]\d$/

/** A value for a choice from its words; empty if they are neither known, nor a time, nor in Latin letters. */
export function proposedValue({ ja, en }: { ja: string; en: string }): string {
  const time = ja.normalize('NFKC').padStart(5, '0')
  return clockTime.test(time) ? time : (choiceValues.get(ja) ?? proposedName(en, ''))
}

/** Words for a question without a label: those of its name if it has a common one, else of its kind. */
export function proposedLabel({ name, kind }: { name: string; kind: string }, language: 'ja' | 'en'): string {
  const known = names.find(([, other]) => other === name)?.[0]
  const ofKind = titleWords(blocks.find(({ id }) => id === kind) ?? { title: { ja: '質問', en: 'Question' } })
  if (language === 'ja') return known ?? ofKind.ja
  const words = name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return /^[a-z][a-z ]*$/.test(words) ? words.charAt(0).toUpperCase() + words.slice(1) : ofKind.en
}

/** The name of a block without its explanation in brackets. */
export function titleWords({ title }: Pick<Block, 'title'>): { ja: string; en: string } {
  return { ja: title.ja.replace(/[(（].*[)）]$/, ''), en: title.en }
}

/** The block of the palette that a question with a shared part or a widget, or a table of questions, comes from. */
export function blockOf(node: Pick<FormNode, 'kind' | 'schema' | 'ui'>): Block | undefined {
  if (isTable(node)) return blocks.find(({ id }) => id === 'table')
  const part = partOf(node)
  return blocks.find((block) => block.id === part || block.id === node.ui['ui:widget'])
}
