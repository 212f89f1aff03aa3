import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { toFindings } from '../source/finding.ts'
import { checkForm } from './check-form.ts'

const project = path.resolve(import.meta.dirname, '../..')
const work = mkdtempSync(path.join(tmpdir(), 'forms-mistakes-'))
const folder = path.join(work, 'town/dog/individual')

beforeAll(() => {
  cpSync(path.join(project, 'schemas/shared'), path.join(work, 'shared'), { recursive: true })
  cpSync(path.join(project, 'forms/templates/simple'), folder, { recursive: true })
  const form = path.join(folder, 'form.json')
  writeFileSync(form, withCheck(readFileSync(form, 'utf8')))
  for (const language of ['ja', 'en']) {
    const file = path.join(folder, `texts.${language}.json`)
    writeFileSync(file, withoutTemplateTexts(readFileSync(file, 'utf8')))
  }
})

/** A blank template has no check, because no author has asked for one. */
function withCheck(form: string): string {
  const check = { kind: 'date-range', field: 'request/wantedDate', min: 'today+1', max: 'today+60' }
  const lines = JSON.stringify([check], null, 2).replaceAll('\n', '\n  ')
  return form.replace(/\n}\n$/, `,\n  "checks": ${lines}\n}\n`)
}

function withoutTemplateTexts(texts: string): string {
  return texts
    .replace('"新しい申請"', '"犬の登録"')
    .replace('この申請でできることを、1〜2文で説明します。', '犬を飼い始めたときの登録です。')
    .replace('"1つ目"', '"新規"')
    .replace('"2つ目"', '"変更"')
    .replace('"New application"', '"Dog licence"')
    .replace('What this application is for, in a sentence or two.', 'Register a dog.')
    .replace('"First"', '"New"')
    .replace('"Second"', '"Change"')
    .replace('申請できる方を書きます。', '市内の方')
    .replace('用意するものを書きます。', '写真')
    .replace('申請のあとの流れと時期を書きます。', '1週間で届きます。')
    .replace('ほかの方法を書きます。', '窓口')
    .replace('Who may apply.', 'Residents')
    .replace('What to have at hand.', 'A photo')
    .replace('What happens next, and when.', 'It arrives in a week.')
    .replace('Other ways to apply.', 'The counter')
}

/** Mistakes that authors make: a name, the file, the original text and its replacement. */
const mistakes: [name: string, file: string, from: string, to: string][] = [
  ['a missing comma', 'form.json', '"first",', '"first"'],
  ['a trailing comma', 'form.json', '"phone"\n', '"phone",\n'],
  ['a comment', 'form.json', '"engine": 1,', '"engine": 1, // version'],
  ['a full-width colon', 'form.json', '"engine": 1', '"engine"：1'],
  ['single quotes', 'form.json', '"engine"', "'engine'"],
  ['a missing bracket', 'form.json', '"phone"\n        ]', '"phone"'],
  ['a misspelt keyword', 'form.json', '"maxLength": 500', '"maxlength": 500'],
  ['a number in quotes', 'form.json', '"maxLength": 500', '"maxLength": "500"'],
  ['required: true in a field', 'form.json', '"format": "date"', '"format": "date", "required": true'],
  ['enumNames', 'form.json', '"format": "date"', '"format": "date", "enumNames": ["a"]'],
  ['visibleWhen in a field', 'form.json', '"format": "date"', '"format": "date", "visibleWhen": {}'],
  ['a title in a schema', 'form.json', '"format": "date"', '"format": "date", "title": "日"'],
  ['an unknown format', 'form.json', '"format": "date"', '"format": "tel"'],
  ['an unknown widget', 'form.json', '"ui:widget": "radio"', '"ui:widget": "radios"'],
  ['a mistyped path in a check', 'form.json', '"request/wantedDate"', '"request/wantedDay"'],
  ['spaces in a relative date', 'form.json', '"today+1"', '"today + 1"'],
  ['a Japanese step id', 'form.json', '"id": "applicant"', '"id": "申請"'],
  ['a key twice', 'form.json', '"engine": 1,', '"engine": 1, "engine": 1,'],
  ['a wrong name in the order', 'form.json', '"kind",\n          "details"', '"kinds",\n          "details"'],
  ['a choice removed, its condition kept', 'form.json', '"second",\n              "other"', '"second"'],
  ['other letters in a condition', 'form.json', '"const": "other"', '"const": "Other"'],
  ['a choice without a label', 'texts.ja.json', '"other": "その他"', '"others": "その他"'],
  ['a path with a dot in the texts', 'texts.ja.json', '"request/details"', '"request.details"'],
  ['a field of another step in the texts', 'texts.ja.json', '"request/details"', '"applicant/details"'],
  ['a text in one language only', 'texts.ja.json', '"help": "500文字以内で入力してください。"', '"example": "x"'],
  ['an empty label', 'texts.ja.json', '"label": "種類"', '"label": ""'],
  ['a long title', 'texts.ja.json', '"犬の登録"', `"${'犬'.repeat(101)}"`],
  ['the text of a template', 'texts.ja.json', '"犬の登録"', '"新しい申請"'],
]

function messagesAfter(file: string, change: (text: string) => string | Buffer): string {
  const full = path.join(folder, file)
  const before = readFileSync(full)
  const changed = change(before.toString('utf8'))
  writeFileSync(full, changed)
  try {
    const { problems } = checkForm(folder, { shown: (shown) => path.relative(folder, shown) })
    return toFindings(problems, 'ja')
      .map(({ file: name, line, column, rule, message }) => `  ${name}:${line}:${column} [${rule}] ${message}`)
      .join('\n')
  } finally {
    writeFileSync(full, before)
  }
}

it('reports the place and the fix of each mistake', async () => {
  const reports = mistakes.map(([name, file, from, to]) => {
    const found = messagesAfter(file, (text) => {
      expect(text, name).toContain(from)
      return text.replace(from, to)
    })
    expect(found, name).not.toBe('')
    return `${name}\n${found}`
  })
  // 犬 in Shift_JIS, as an old editor saves it.
  const shiftJis = messagesAfter('texts.ja.json', () => Buffer.from([0x7b, 0x22, 0x8c, 0xa2, 0x22, 0x3a, 0x31, 0x7d]))
  reports.push(`texts in Shift_JIS\n${shiftJis}`)
  const withBom = messagesAfter('texts.ja.json', (text) => `\uFEFF${text}`)
  expect(withBom, 'a byte order mark is accepted').toBe('')
  await expect(`${reports.join('\n\n')}\n`).toMatchFileSnapshot('author-mistakes.txt')
})
