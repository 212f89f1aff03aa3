import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ErrorCode } from '../api/generated/api.schemas.ts'
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

/**
 * Languages may differ in their plural forms and in whether they need another wording per noun, but not in their keys.
 */
function base(key: string): string {
  return key.replace(/(_subscription|_booking|_request|_one|_other)+$/, '')
}

/** Texts about the history or all applications of a user, which keep the tenant's noun. */
const aboutAll = new Set([
  'apply.json gone.unknown',
  'apply.json settlement.lead',
  'apply.json settlement.later',
  'apply.json submission.history',
  'charges.json result.unknownBody',
  'charges.json result.unconfirmedBody',
  'charges.json result.recent',
  'charges.json result.recentNone',
  'charges.json result.nextFollow',
  'charges.json result.history',
  'common.json nav.history',
  'downloads.json toHistory',
  'errors.json application.historyWait',
  'orders.json history.title',
  'orders.json history.lead',
  'orders.json history.emptyTitle',
  'orders.json history.noneTitle',
  'orders.json filter.period',
  'orders.json wait.title',
  'orders.json details.back',
  'profile.json delete.consequence.data',
  'profile.json delete.consequence.history',
  'profile.json delete.consequence.unpaid',
  'profile.json delete.consequence.underWay',
  'services.json waiting.more',
  'services.json underWay.title',
  'services.json underWay.all',
  'services.json failed.orders',
])

/** Texts of errors load with the first page, whose bytes are limited: there a request has the tenant's noun. */
function nounsIn(name: string): readonly string[] {
  return name === 'errors.json' ? ['booking'] : ['booking', 'request']
}

function variables(text: string): string[] {
  return [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? ''))].toSorted()
}

describe.each(names)('locales/*/%s', (name) => {
  const ja = texts('ja', name)
  const en = texts('en', name)

  it('both languages have the same keys', () => {
    expect(new Set([...en.keys()].map(base))).toEqual(new Set([...ja.keys()].map(base)))
  })
  it('fills in the same values in both languages', () => {
    const differing = [...ja].filter(([key, text]) => {
      const other = en.get(key) ?? en.get(`${base(key)}_other`) ?? en.get(base(key)) ?? ''
      return String(variables(other)) !== String(variables(text))
    })
    expect(differing.map(([key]) => key)).toEqual([])
  })
  it('no text is empty', () => {
    expect([...ja, ...en].filter(([, text]) => text.trim() === '').map(([key]) => key)).toEqual([])
  })
  it('every text with 申請 has another wording for tenants that use お申し込み', () => {
    const withOtherNoun = new Set([...ja.keys()].filter((key) => key.includes('_subscription')).map(base))
    const alone = [...ja].filter(([key, text]) => text.includes('申請') && !withOtherNoun.has(base(key)))
    expect(alone.map(([key]) => key)).toEqual([])
    const mixed = [...ja].filter(([key, text]) => key.includes('_subscription') && text.includes('申請'))
    expect(mixed.map(([key]) => key)).toEqual([])
  })
  it('every text about one application has another wording for bookings and requests', () => {
    const expected = [...ja.keys()].filter((key) => key.endsWith('_subscription')).map(base)
    const without = expected.filter((key) => !ja.has(`${key}_booking`) && !aboutAll.has(`${name} ${key}`))
    expect(without).toEqual([])
    const named = [...ja.keys(), ...en.keys()].filter((key) => /_(booking|request)/.test(key)).map(base)
    const missing = [...new Set(named)].flatMap((key) => {
      const english = en.get(key) ?? en.get(`${key}_other`) ?? ''
      const inEnglish = /\b(?:application|apply)\b/i.test(english)
      const wanted = nounsIn(name).map((noun) => `${key}_${noun}`)
      return wanted.filter((one) => !ja.has(one) || (inEnglish && !en.has(one)))
    })
    expect(missing).toEqual([])
    const mixed = [...ja, ...en].filter(
      ([key, text]) => /_(booking|request)/.test(key) && /申請|\b(?:application|apply)\b/i.test(text),
    )
    expect(mixed.map(([key]) => key)).toEqual([])
  })
  it('does not blame the user and shows no code', () => {
    expect([...ja.values()].filter((text) => /不正|無効|SE_[A-Z]{2}_/.test(text))).toEqual([])
  })
})

describe('English texts', () => {
  it('an English text has a plural form wherever a count precedes a noun', () => {
    const wrong = names.flatMap((name) =>
      [...texts('en', name)]
        .filter(([key]) => !/_(one|other)$/.test(key.replace(/_(?:subscription|booking|request)/, '')))
        .filter(([, text]) =>
          /\{\{\w+\}\}( more)? (minutes|seconds|hours|days|files|items|documents|applications)\b/.test(text),
        )
        .map(([key]) => `${name} ${key}`),
    )
    expect(wrong, 'Use {{count}}, with key_one and key_other.').toEqual([])
  })
})

describe('the error catalogue (R-04)', () => {
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
