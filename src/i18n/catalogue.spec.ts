import { globSync, readFileSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { BrandingOrderNoun, ErrorCode, OrderNoun } from '../api/generated/api.schemas.ts'
import { leavesOf } from '../../form-model/answers.ts'
import type { Leaf } from '../../form-model/answers.ts'
import { isJapanese } from '../../form-model/language-tag.ts'
import { languages } from '../lib/language.ts'
import { problemKinds } from '../lib/problem.ts'

const folder = new URL('../../locales/', import.meta.url)
const names = readdirSync(new URL('ja/', folder))

function leaves(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value !== 'object' || value === null) throw new Error(`${path} is neither a text nor a group`)
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, path === '' ? key : `${path}.${key}`))
}

function texts(language: string, name: string): Map<string, string> {
  return new Map(leaves(JSON.parse(readFileSync(new URL(`${language}/${name}`, folder), 'utf8'))))
}

/** Languages may differ in their plural forms, but not in their keys. */
function base(key: string): string {
  return key.replace(/_(?:one|other)$/, '')
}

/** The forms of each noun in a language, by noun. */
function nounsOf(language: string): Map<string, string[]> {
  const file = readFileSync(new URL(`${language}/critical.json`, folder), 'utf8')
  const { nouns } = JSON.parse(file) as { nouns: Record<string, Record<string, string>> }
  return new Map(Object.entries(nouns).map(([noun, forms]) => [noun, Object.keys(forms).toSorted()]))
}

const nounForms = new Set([...languages.flatMap((language) => [...nounsOf(language).values()].flat()), 'tenantNoun'])

/** Every text but the forms of the nouns. */
function withoutNouns(language: string, name: string): Map<string, string> {
  return new Map([...texts(language, name)].filter(([key]) => !key.startsWith('nouns.')))
}

function variables(text: string): string[] {
  return [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? ''))].toSorted()
}

/** How to fix a text that names an application by one noun. */
const byValue =
  'Write {{tenantNoun}}, or another value of `nouns` in critical.json, because the word differs by tenant.'

it('each language of the portal has a folder, and each folder is one', () => {
  expect(readdirSync(folder).toSorted()).toEqual([...languages, 'plain'].toSorted())
})

/**
 * Texts that say nothing as a link, by Lighthouse's audit `link-text`. Any text may become one, so none is used.
 * Source: https://github.com/GoogleChrome/lighthouse/blob/main/core/audits/seo/link-text.js
 */
const emptyLinkTexts = new Set([
  'click here',
  'click this',
  'go',
  'here',
  'information',
  'learn more',
  'more',
  'more info',
  'more information',
  'right here',
  'read more',
  'see more',
  'start',
  'this',
  'ここをクリック',
  'こちらをクリック',
  'リンク',
  '続きを読む',
  '続く',
  '全文表示',
])

/** Not texts of the portal: examples of what to type. */
const typed = new Set(['name@example.jp', 'https://', '昭和60', 'S60'])

/** What a text has in quotation marks, unless it is a value. */
function quotations(text: string): string[] {
  return [...text.matchAll(/「([^」]*)」|“([^”]*)”/g)]
    .map(([, japanese, english]) => japanese ?? english ?? '')
    .filter((quotation) => !quotation.startsWith('{{') && !typed.has(quotation))
}

/** Whether a quotation is a text of the portal, perhaps one that is in brackets or beside an amount. */
function isOnPages(language: string, quotation: string): boolean {
  const bare = (text: string) => text.replaceAll(/\{\{\w+\}\}|[ （）():]/g, '').toLowerCase()
  const all = names.flatMap((name) => [...texts(language, name).values()])
  return all.some((text) => bare(text) === bare(quotation))
}

describe.each(names)('locales/*/%s', (name) => {
  const ja = withoutNouns('ja', name)
  const valuesOf = (text: string) => variables(text).filter((value) => !nounForms.has(value))

  describe.each(languages)('in %s', (language) => {
    const own = withoutNouns(language, name)
    it('says where each link leads', () => {
      const empty = [...own].filter(([, text]) => emptyLinkTexts.has(text.trim().toLowerCase()))
      expect(empty).toEqual([])
    })

    it('has the keys of the Japanese texts', () => {
      expect(new Set([...own.keys()].map(base))).toEqual(new Set([...ja.keys()].map(base)))
    })
    it('contains the text of a button in its longer name, so that it can be called by what is seen (WCAG 2.5.3)', () => {
      const differing = [...own].filter(([key, text]) => {
        const shown = own.get(key.replace(/(?:Named|One)$/, '')) ?? ''
        return !text.toLowerCase().includes(shown.toLowerCase())
      })
      expect(differing).toEqual([])
    })
    it('fills in the values of the Japanese texts', () => {
      const differing = [...ja].filter(([key, text]) => {
        const other = own.get(key) ?? own.get(`${base(key)}_other`) ?? own.get(base(key)) ?? ''
        return String(valuesOf(other)) !== String(valuesOf(text))
      })
      expect(differing.map(([key]) => key)).toEqual([])
    })
    it('names what is on a page, if it names something in quotation marks', () => {
      const quoted = [...own].flatMap(([key, text]) => quotations(text).map((quotation) => ({ key, quotation })))
      expect(quoted.filter(({ quotation }) => !isOnPages(language, quotation))).toEqual([])
    })
    it('has no empty text', () => {
      expect([...own].filter(([, text]) => text.trim() === '').map(([key]) => key)).toEqual([])
    })
  })
  describe.each(languages.filter(isJapanese))('in %s', (language) => {
    const own = [...withoutNouns(language, name)]
    it('names an application only by a value, so that every noun fits', () => {
      const named = own.filter(([, text]) => /申請|申込|お申し込み(?!ください)/.test(text)).map(([key]) => key)
      expect(named, byValue).toEqual([])
    })
    it('gives an example wherever the Japanese text does', () => {
      const example = (text: string) => /例：.*/.exec(text)?.[0]
      expect(own.filter(([key, text]) => example(text) !== example(ja.get(key) ?? ''))).toEqual([])
    })
    it('does not blame the user and shows no code', () => {
      expect(own.filter(([, text]) => /不正|無効|SE_[A-Z]{2}_/.test(text))).toEqual([])
    })
  })
  it('names an application in English by a value wherever the Japanese text does', () => {
    const oneInEnglish = [...withoutNouns('en', name)].filter(([key, text]) => {
      const japanese = ja.get(key) ?? ja.get(base(key)) ?? ''
      const aboutOne = variables(japanese).some((value) => value !== 'tenantNoun' && nounForms.has(value))
      return aboutOne && /\b(?:applications?|apply|bookings?)\b/i.test(text)
    })
    expect(
      oneInEnglish.map(([key]) => key),
      byValue,
    ).toEqual([])
  })
})

describe.each(languages)('the nouns of an application in %s', (language) => {
  const nouns = nounsOf(language)
  it('each noun of the contract is among the nouns', () => {
    const known = new Set([...Object.values(OrderNoun), ...Object.values(BrandingOrderNoun)])
    expect(new Set(nouns.keys())).toEqual(known)
  })
  it('all nouns have the same forms, and each form is used', () => {
    const used = new Set(names.flatMap((name) => [...withoutNouns(language, name).values()].flatMap(variables)))
    for (const forms of nouns.values())
      expect(forms).toEqual([...nounForms].filter((form) => form !== 'tenantNoun' && used.has(form)).toSorted())
  })
})

/** Words of offices, which a reader of easy Japanese may not be able to read. */
const readings = {
  一時保存: 'いちじほぞん',
  証明書: 'しょうめいしょ',
  個人情報: 'こじんじょうほう',
  退会: 'たいかい',
  手数料: 'てすうりょう',
  登録: 'とうろく',
  認証: 'にんしょう',
  法人番号: 'ほうじんばんごう',
  役所: 'やくしょ',
  領収書: 'りょうしゅうしょ',
  利用規約: 'りようきやく',
  受付番号: 'うけつけばんごう',
}

/** The files with easy Japanese, and their texts in the order of the pages. */
const easyTexts = globSync([
  'locales/ja-simple/*.json',
  '{schemas,forms/templates}/**/{*texts.ja-simple,service}.json',
]).map((file) => {
  const all = leavesOf(JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>)
  const isEasy = ({ pointer }: Leaf) => !file.endsWith('service.json') || pointer.endsWith('/ja-simple')
  return { file, easy: all.filter(isEasy).map(({ value }) => String(value)) }
})

describe('easy Japanese', () => {
  it.each(Object.entries(readings))('gives the reading of %s where a file first has it: %s', (word, reading) => {
    const withReading = new RegExp(`${word}[（・][ぁ-ん]*${reading}`)
    const unread = easyTexts.filter(({ easy }) => {
      const first = easy.find((text) => text.includes(word))
      return first !== undefined && !withReading.test(first)
    })
    expect(unread.map(({ file }) => file)).toEqual([])
  })
})

describe('English texts', () => {
  it('an English text has a plural form wherever a count precedes a noun', () => {
    const wrong = names.flatMap((name) =>
      [...texts('en', name)]
        .filter(([key]) => !/_(one|other)$/.test(key))
        .filter(([, text]) =>
          /\{\{\w+\}\}( more)? (minutes|seconds|hours|days|files|items|documents|applications)\b/.test(text),
        )
        .map(([key]) => `${name} ${key}`),
    )
    expect(wrong, 'Use {{count}}, with key_one and key_other.').toEqual([])
  })
})

describe('the error catalogue', () => {
  const errors = texts('ja', 'errors.json')
  it('every code of the contract has a text, and no other code does', () => {
    const known = [...errors.keys()].filter((key) => key.startsWith('code.')).map((key) => base(key.slice(5)))
    expect(new Set(known)).toEqual(new Set(Object.values(ErrorCode)))
  })
  it('every kind of problem has a text', () => {
    const known = [...errors.keys()].filter((key) => key.startsWith('kind.')).map((key) => key.slice(5))
    expect(new Set(known)).toEqual(new Set(problemKinds))
  })
})

describe('the catalogue', () => {
  it('the catalogue has no unused text', () => {
    const sources = readdirSync(new URL('../', import.meta.url), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.spec\.tsx?$/.test(entry.name))
      .map((entry) => `${entry.parentPath}/${entry.name}`)
      .map((path) => ({ path, source: readFileSync(path, 'utf8') }))
    const literals = new Set(
      sources.flatMap(({ source }) => [...source.matchAll(/['"`]([\w-]+(?:\.[\w-]+)*)['"`]/g)].map(([, key]) => key)),
    )
    const made = sources.flatMap(keysMadeIn)
    const unused = names
      .filter((name) => name !== 'fallback.json')
      .flatMap((name) => [...new Set([...texts('ja', name).keys()].map(base))].map((key) => ({ name, key })))
      .filter(({ key }) => !key.startsWith('nouns.'))
      .filter(({ name, key }) => !literals.has(key) && !made.some((fits) => fits(name, key)))
    expect(unused.map(({ name, key }) => `${name} ${key}`)).toEqual([])
  })
})

/** Keys built at run time, by a constant part or by the namespace that their file uses. */
function keysMadeIn({ path, source }: { path: string; source: string }): ((name: string, key: string) => boolean)[] {
  const used = new Set([...source.matchAll(/useText\('([\w-]+)'\)/g)].map(([, namespace]) => `${namespace}.json`))
  for (const name of names) if (path.includes(`/${name.replace('.json', '')}/`)) used.add(name)
  return [...source.matchAll(/`((?:\$\{[^}`]*\}|[\w-])+(?:\.(?:\$\{[^}`]*\}|[\w-])+)+)`/g)]
    .map(([, template = '']) => template.replaceAll(/\$\{[^}]*\}/g, '*'))
    .map((template) => {
      const pattern = new RegExp(`^${template.replaceAll('.', '\\.').replaceAll('*', '[\\w-]+')}$`)
      const named = /\w{3}/.test(template)
      return (name, key) => pattern.test(key) && (named || used.has(name))
    })
}
