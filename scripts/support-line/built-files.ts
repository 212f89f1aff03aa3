import { readFileSync, readdirSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { Identifier } from '@mdn/browser-compat-data'
import { parseAst } from 'vite'
import { api, css, javascript, lacks } from './compatibility.ts'
import type { SupportedBrowser } from './support-line.ts'
import { syntaxOf } from './syntax.ts'
import type { Feature, Syntax } from './syntax.ts'
import { isRecord } from '../../form-model/record.ts'

/** A feature in a built file that a supported browser lacks. */
export type Finding = { file: string; feature: string; lacking: string[] }

type Line = readonly SupportedBrowser[]

/** Features in the scripts, style sheets and documents of a build that a supported browser lacks, once per file. */
export function findingsIn(folder: string, line: Line): Finding[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .flatMap((file) => {
      const features = featuresOf[extname(file)]
      if (features === undefined) return []
      return findings(features(readFileSync(join(folder, file), 'utf8')), line).map((found) => ({ file, ...found }))
    })
}

const featuresOf: { [extension: string]: (text: string) => Feature[] } = {
  '.css': featuresOfStyles,
  '.html': featuresOfDocument,
  '.js': featuresOfScript,
}

/** The inline scripts and style sheets; an element with an attribute is data or has a file of its own. */
function featuresOfDocument(text: string): Feature[] {
  const contents = (element: string) =>
    [...text.matchAll(new RegExp(`<${element}>([^]*?)</${element}>`, 'g'))].map(([, content = '']) => content)
  return [...contents('style').flatMap(featuresOfStyles), ...contents('script').flatMap(featuresOfScript)]
}

/** A name that several interfaces have counts as missing only if all of them lack it. */
function findings(features: Feature[], line: Line): Omit<Finding, 'file'>[] {
  const found = new Map<string, string[]>()
  for (const { name, nodes } of features) {
    const known = nodes.filter((node) => node?.__compat !== undefined)
    const each = known.map((node) => lacks(node, line))
    const [shortest] = each.toSorted((one, other) => one.length - other.length)
    if (shortest !== undefined && shortest.length > 0) found.set(name, shortest)
  }
  return [...found].map(([feature, lacking]) => ({ feature, lacking }))
}

const objects: { [variable: string]: string } = {
  caches: 'CacheStorage',
  crypto: 'Crypto',
  document: 'Document',
  history: 'History',
  location: 'Location',
  navigator: 'Navigator',
  performance: 'Performance',
  screen: 'Screen',
}
const globals = new Set(['globalThis', 'self', 'window'])

/** For values of unknown type, only the methods of these are checked: libraries use the same names. */
const owners = ['Array', 'ArrayBuffer', 'Date', 'Map', 'Promise', 'RegExp', 'Set', 'String', 'TypedArray']

function methods(name: string): (Identifier | undefined)[] {
  return owners
    .map((owner) => javascript.builtins?.[owner])
    .map((members) => (members && Object.hasOwn(members, name) ? members[name] : undefined))
}

function featuresOfScript(text: string): Feature[] {
  const features: Feature[] = []
  visit(parseAst(text) as unknown as Syntax, null, (node, parent) => {
    features.push(...syntaxOf(node))
    if (node.type === 'CallExpression') features.push(...featuresOfStyles(adoptedSheet(node)))
    if (node.type === 'NewExpression' || node.type === 'CallExpression') {
      const name = nameOf(node.callee)
      // The build shortens its own names, so a long one belongs to the platform.
      if (name !== null && name.length > 5 && node.optional !== true)
        features.push({ name, nodes: [javascript.builtins?.[name], api[name], api.Window?.[name]] })
    }
    if (node.type !== 'MemberExpression' || node.computed === true || node.optional === true) return
    const [object, member] = [nameOf(node.object), nameOf(node.property)]
    // Skips members that are only tested, as in `x.y?.()`, `typeof x.y` or `x.y ? …`: they are not required.
    if (member === null || isGuarded(node, parent)) return
    if (object !== null && globals.has(object))
      features.push({ name: `window.${member}`, nodes: [api.Window?.[member], javascript.builtins?.[member]] })
    else if (object !== null && objects[object] !== undefined)
      features.push({ name: `${object}.${member}`, nodes: [api[objects[object]]?.[member]] })
    else if (object !== null && (javascript.builtins?.[object] ?? api[object]) !== undefined)
      features.push({
        name: `${object}.${member}`,
        nodes: [javascript.builtins?.[object]?.[member], api[object]?.[`${member}_static`]],
      })
    else if (parent?.type === 'CallExpression' && parent.callee === node)
      features.push({ name: `.${member}()`, nodes: methods(member) })
  })
  return features
}

/** The style sheet that a script contains (scripts/adopted-styles.ts): the text of `x.replaceSync('…')`, else empty. */
function adoptedSheet({ callee, arguments: given }: Syntax): string {
  const [text] = Array.isArray(given) ? (given as unknown[]) : []
  if (!isRecord(callee) || nameOf(callee.property) !== 'replaceSync') return ''
  return isRecord(text) && typeof text.value === 'string' ? text.value : ''
}

function isGuarded(node: Syntax, parent: Syntax | null): boolean {
  if (parent === null) return false
  if (parent.type === 'CallExpression') return parent.callee === node && parent.optional === true
  if (parent.type === 'MemberExpression') return parent.object === node && parent.optional === true
  if (parent.type === 'UnaryExpression') return true
  return ['ConditionalExpression', 'IfStatement'].includes(parent.type) && parent.test === node
}

function featuresOfStyles(text: string): Feature[] {
  const plain = text.replaceAll(/\/\*[^]*?\*\/|"[^"]*"|'[^']*'|url\([^)]*\)/g, '""')
  const selectors = [...plain.matchAll(/[^{};]*(?=\{)/g)].join('\n')
  const all = (pattern: RegExp, part = plain) => new Set([...part.matchAll(pattern)].map(([, name = '']) => name))
  return [
    ...[...all(/@([a-z][\w-]*)/g)].map((name) => ({ name: `@${name}`, nodes: [css['at-rules']?.[name]] })),
    ...[...all(/[{;]\s*([a-z][\w-]*)\s*:/g)].map((name) => ({ name, nodes: [css.properties?.[name]] })),
    ...[...all(/::?([a-z][\w-]*)/g, selectors)].map((name) => ({ name: `:${name}`, nodes: [css.selectors?.[name]] })),
    ...[...all(/([a-z][\w-]*)\(/g)].map((name) => ({ name: `${name}()`, nodes: functions(name) })),
  ]
}

function functions(name: string): (Identifier | undefined)[] {
  return [css.types?.[name], css.types?.color?.[name], css.selectors?.[name]]
}

function visit(node: Syntax, parent: Syntax | null, see: (node: Syntax, parent: Syntax | null) => void): void {
  see(node, parent)
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? (value as unknown[]) : [value])
      if (isSyntax(child)) visit(child, node, see)
}

function isSyntax(value: unknown): value is Syntax {
  return isRecord(value) && typeof value.type === 'string'
}

function nameOf(value: unknown): string | null {
  return isRecord(value) && value.type === 'Identifier' && typeof value.name === 'string' ? value.name : null
}
