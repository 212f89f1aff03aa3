import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { findingsIn } from './built-files.ts'
import { lacks } from './compatibility.ts'
import { patternData } from './syntax.ts'
import { formats } from '../../form-model/formats.ts'
import { patternParts, unsupportedParts, unsupportedText } from '../../forms/rules/pattern-syntax.ts'
import type { PatternPart } from '../../forms/rules/pattern-syntax.ts'
import { buildTargets, supportLine, supportedVersions } from './support-line.ts'

const folder = mkdtempSync(join(tmpdir(), 'built-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const line = supportLine(['ios_saf >= 16.4', 'chrome >= 111'])

function featuresOf(files: { [name: string]: string }, browsers = line): string[] {
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return findingsIn(folder, browsers).map(({ file, feature, lacking }) => `${file}: ${feature} (${lacking.join(', ')})`)
}

describe('the check of built files against the supported browsers', () => {
  it('names a function, a method and a rule that a browser lacks, with the first version that has it', () => {
    const script = 'const a=await Array.fromAsync(b);c.union(d);new URLPattern(e)'
    const style = '@starting-style{.a{opacity:0}}.b{color:red}.c:has(.d){color:blue}'
    expect(featuresOf({ 'a.js': script, 'b.css': style })).toEqual([
      'a.js: Array.fromAsync (chrome 121)',
      'a.js: .union() (safari_ios 17, chrome 122)',
      'a.js: URLPattern (safari_ios 26)',
      'b.css: @starting-style (safari_ios 17.5, chrome 117)',
    ])
  })

  it('fails for a planted feature that package.json’s browserslist forbids, also in the document', () => {
    const style = '@starting-style{.a{opacity:0}}'
    const files = {
      'a.js': 'const a=await Array.fromAsync(b)',
      'b.css': style,
      'c.html': `<style>${style}</style><script type="application/json">{}</script><script>Array.fromAsync(b)</script>`,
    }
    const found = featuresOf(files, supportLine()).map((finding) => finding.replace(/ \(.*/, ''))
    expect(found).toEqual([
      'a.js: Array.fromAsync',
      'b.css: @starting-style',
      'c.html: @starting-style',
      'c.html: Array.fromAsync',
    ])
  })

  it('accepts features that are tested before use, and those that every supported browser has', () => {
    const script =
      'Array.fromAsync?.(b);const f=typeof URL.canParse,g=document.startViewTransition?1:2;[].toSorted();Object.groupBy2'
    expect(featuresOf({ 'a.js': script, 'b.css': '.a{flex-direction:column;gap:1px}.b:has(i){inset:0}' })).toEqual([])
  })

  it('reads the style sheet that a script contains', () => {
    const script = 'const s=new CSSStyleSheet;s.replaceSync("@starting-style{.a{opacity:0}}");'
    expect(featuresOf({ 'a.js': script })).toEqual(['a.js: @starting-style (safari_ios 17.5, chrome 117)'])
  })

  it('names syntax that a browser lacks', () => {
    const scripts = {
      'a.js': 'const r=/[a--b]/v,s=/(?i:a)b/,t=/(?<y>a)|(?<y>b)/',
      'b.js': 'async function f(){using a=g();await using b=h()}',
      'c.js': 'import d from "./d.json" with{type:"json"}',
      'd.js': 'class E{static{i()}}',
    }
    expect(featuresOf(scripts, supportLine(['ios_saf >= 16.3', 'chrome >= 111']))).toEqual([
      'a.js: regular expression with the flag v (safari_ios 17, chrome 112)',
      'a.js: flags inside a regular expression (safari_ios 26, chrome 125)',
      'a.js: group name used twice (safari_ios 17, chrome 125)',
      'b.js: using (safari_ios 27.3, chrome 134)',
      'b.js: await using (safari_ios 27.3, chrome 134)',
      'c.js: import attribute (safari_ios 17.2, chrome 123)',
      'd.js: static block (safari_ios 16.4)',
    ])
  })

  it('names syntax in a regular expression that a script makes from a constant text, as the validators do', () => {
    const scripts = {
      'a.js': 'const p=new RegExp("^(?i:a)$","u");p.test(b)',
      'b.js': 'RegExp(`[a--b]`,`v`)',
      'c.js': 'new RegExp(`${a}(?i:b)`);new RegExp("\\\\(?i:b","u");new RegExp("[(?i:b]","u");new Text("(?i:b)")',
    }
    expect(featuresOf(scripts)).toEqual([
      'a.js: flags inside a regular expression (safari_ios 26, chrome 125)',
      'b.js: regular expression with the flag v (safari_ios 17, chrome 112)',
    ])
  })

  it('names syntax that only very old browsers lack, so a lower limit is checked too', () => {
    const script = 'a?.b;a??b;a??=b;a||=b;a&&=b;/(?<=a)b/;class A{b=1;#c=2;d(){return #c in this}}'
    expect(featuresOf({ 'a.js': script }, supportLine(['ios_saf >= 11']))).toEqual([
      'a.js: ?. (safari_ios 13.4)',
      'a.js: ?? (safari_ios 13.4)',
      'a.js: ??= (safari_ios 14)',
      'a.js: ||= (safari_ios 14)',
      'a.js: &&= (safari_ios 14)',
      'a.js: lookbehind (safari_ios 16.4)',
      'a.js: class field (safari_ios 16)',
      'a.js: private class member (safari_ios 14.5)',
      'a.js: #member in object (safari_ios 15)',
    ])
  })
})

describe('the support line', () => {
  it('refuses an invalid entry', () => {
    expect(() => supportLine(['last 2 versions'])).toThrow('last 2 versions')
  })

  it('is the target of the build, with the engines that other browsers share', () => {
    expect(buildTargets(supportLine(['ios_saf >= 16.4', 'chrome >= 111', 'and_chr >= 112']))).toEqual([
      'ios16.4',
      'chrome111',
    ])
  })

  it('decides which parts of a pattern the check of the forms reports', () => {
    const lacking = (Object.keys(patternParts) as PatternPart[]).filter(
      (part) => lacks(patternData[part], supportLine()).length > 0,
    )
    expect(lacking).toEqual(unsupportedParts)
  })

  it('covers the formats that a definition may name', () => {
    const wrong = Object.entries(formats).filter(([, { pattern }]) => unsupportedText(pattern) !== null)
    expect(wrong).toEqual([])
  })

  it('is in SECURITY.md in the words of users', () => {
    const promised = readFileSync(join(import.meta.dirname, '../../SECURITY.md'), 'utf8')
    expect(promised).toContain(`\nSupported browsers: ${supportedVersions().join(', ')}, and all later ones.`)
  })
})
