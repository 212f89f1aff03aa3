import { runInNewContext } from 'node:vm'
import { parseAst } from 'vite'
import { describe, expect, it } from 'vitest'
import { isRecord } from '../../form-model/record.ts'
import { api, lacks } from '../support-line/compatibility.ts'
import { supportLine, supportedVersions } from '../support-line/support-line.ts'
import { tooOldNotice, tooOldScript } from './starter-code.ts'

/**
 * Every kind of syntax and every operator that the script has; all of them are part of ECMAScript 5. The operators are
 * listed as well, because newer ones (`??`, `||=`) have the same kinds.
 */
const es5 = new Set([
  '=',
  '&&',
  'AssignmentExpression',
  'BlockStatement',
  'CallExpression',
  'ExpressionStatement',
  'FunctionDeclaration',
  'FunctionExpression',
  'Identifier',
  'IfStatement',
  'Literal',
  'LogicalExpression',
  'MemberExpression',
  'Program',
])

/** Runs the script in a document whose browser has `URL.canParse` or not; returns the visible element. */
function visibleWith(url: object | undefined): string[] {
  const root = { name: 'root', hidden: false }
  const notice = { name: 'notice', hidden: true }
  const elements = new Set([root, notice])
  const document = {
    getElementById: (id: string) => (id === 'root' ? root : notice),
    body: { removeChild: (element: typeof root) => elements.delete(element) },
  }
  const window = { URL: url, addEventListener: () => undefined, setTimeout: () => undefined }
  runInNewContext(tooOldScript(), { window, URL: url, document })
  return [...elements].filter(({ hidden }) => !hidden).map(({ name }) => name)
}

describe('the notice for browsers that are too old', () => {
  it('replaces the page only in a browser that lacks the tested function', () => {
    expect(visibleWith({ canParse: () => true })).toEqual(['root'])
    expect(visibleWith({})).toEqual(['notice'])
    expect(visibleWith(undefined)).toEqual(['notice'])
  })

  it('shows the notice by a script that a browser from before 2015 can read', () => {
    expect(newerThanEs5(tooOldScript())).toEqual([])
  })

  it.each(['let a', 'a?.b', 'a ?? b', 'a ||= b', 'a(() => 1)', 'a(`b`)', 'a = 1n', 'a = /b/s', 'a(...b)', 'a = { b }'])(
    'would not be shown by a script with "%s"',
    (newer) => {
      expect(newerThanEs5(newer)).not.toEqual([])
    },
  )

  it('tests a function that came with the oldest supported Safari and Chrome', () => {
    const line = supportLine()
    const tested = api.URL?.canParse_static
    expect(tooOldScript()).toContain('URL.canParse)')
    expect(tested).toBeDefined()
    expect(lacks(tested, line), 'a supported browser would see the notice').toEqual([])
    const before = line.map((browser) => ({ ...browser, version: browser.version - 1 }))
    const lacking = new Set(lacks(tested, before).map((found) => found.split(' ')[0]))
    expect([...lacking], 'a browser that is too old would see an empty page').toEqual(
      expect.arrayContaining(['safari', 'safari_ios', 'chrome', 'chrome_android', 'webview_android', 'edge']),
    )
  })

  it('names the supported versions in Japanese and English', () => {
    const versions = supportedVersions().join(', ')
    expect(versions).toContain('Safari 17.0')
    expect(tooOldNotice().split(versions)).toHaveLength(3)
    expect(tooOldNotice()).not.toContain('%')
  })
})

function newerThanEs5(script: string): string[] {
  return [...kindsIn(parseAst(script))].filter((kind) => !es5.has(kind))
}

function kindsIn(node: object, kinds = new Set<string>()): Set<string> {
  if ('type' in node && typeof node.type === 'string') kinds.add(node.type)
  if ('operator' in node && typeof node.operator === 'string') kinds.add(node.operator)
  for (const newer of ['bigint', 'regex']) if (newer in node) kinds.add(newer)
  for (const value of Object.values(node)) if (isRecord(value) || Array.isArray(value)) kindsIn(value, kinds)
  return kinds
}
