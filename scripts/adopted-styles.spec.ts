import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { build } from 'vite'
import { adoptedStyles } from './adopted-styles.ts'

let root = ''

const files = {
  'index.html': '<script type="module" src="/main.js"></script>',
  'main.js': "import './first.css'\nvoid import('./later.js')",
  'later.js': "import './later.css'\nconsole.log('later')",
  'first.css': '.first { color: red }',
  'later.css': String.raw`.later::before { content: "\201c</style>" }`,
}

/** The files of the build by name. */
async function built(changed: Partial<typeof files> = {}): Promise<Map<string, string>> {
  for (const [name, text] of Object.entries({ ...files, ...changed })) writeFileSync(path.join(root, name), text)
  const result = await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [adoptedStyles()],
    build: { write: false, modulePreload: { polyfill: false } },
  })
  const outputs = [result].flat().flatMap((one) => ('output' in one ? one.output : []))
  return new Map(outputs.map((one) => [one.fileName, one.type === 'chunk' ? one.code : String(one.source)]))
}

function later(output: Map<string, string>): [string, string] {
  return [...output].find(([name]) => /later-.*\.js$/.test(name)) ?? ['', '']
}

describe('the style sheet of a script that is fetched later', () => {
  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'adopted-'))
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))

  it('is part of the script, which adds it before its own code runs', async () => {
    const output = await built()
    expect([...output.keys()].filter((name) => name.endsWith('.css'))).toEqual([
      expect.stringMatching(/^assets\/index-.*\.css$/),
    ])
    const [, code] = later(output)
    const sheets: string[] = []
    const happened: string[] = []
    class Sheet {
      replaceSync(css: string) {
        sheets.push(css)
      }
    }
    runInNewContext(code, {
      CSSStyleSheet: Sheet,
      document: { adoptedStyleSheets: { push: (sheet: Sheet) => happened.push(sheet.constructor.name) } },
      console: { log: (text: string) => happened.push(text) },
    })
    expect(happened).toEqual(['Sheet', 'later'])
    expect(sheets).toEqual([expect.stringMatching(/^\.later:{1,2}before\{content:"(?:“|\\201c)<\/style>"\}/)])
  })

  it('changes the name of the script, which browsers keep for a year', async () => {
    const [before] = later(await built())
    const [after] = later(await built({ 'later.css': '.later { color: blue }' }))
    expect(after).not.toBe(before)
  })
})
