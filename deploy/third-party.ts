/**
 * The packages of others in the bundle: their licences, which the portal must pass on, and the bill of materials, in
 * which a scanner looks up known vulnerabilities. Both are the same in every build of a commit.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'
import { isRecord } from '../form-model/record.ts'

/** Served, because licences demand that whoever receives the code can read them. */
export const noticesFile = 'third-party-notices.txt'
/** For the operator: `finish-site.ts` moves it out of the served folder. */
export const billFile = 'sbom.json'

type Manifest = { name: string; version: string; licence: string; author: string }
type Package = Manifest & { texts: string[] }

/** Writes both files from the modules that are in the bundle. */
export function thirdParty(root: string): Plugin {
  return {
    name: 'third-party',
    apply: 'build',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((output) => (output.type === 'chunk' ? output.moduleIds : []))
      const packages = packagesOf(modules)
      this.emitFile({ type: 'asset', fileName: noticesFile, source: noticesOf(packages) })
      const own = manifestIn(root)
      if (own === null) throw new Error(`${root} has no package.json with a name and a version`)
      this.emitFile({
        type: 'asset',
        fileName: billFile,
        source: `${JSON.stringify(billOf(own, packages), null, 2)}\n`,
      })
    },
  }
}

/** The packages that contain these modules, by name; without virtual modules and those of the portal. */
export function packagesOf(modules: readonly string[]): Package[] {
  const files = modules.map((id) => id.replace(/\?.*$/, '')).filter((file) => /^[^\0].*\/node_modules\//.test(file))
  const found = new Map<string, Manifest & { folder: string; files: string[] }>()
  for (const file of files.toSorted()) {
    const { folder, manifest } = packageWith(file)
    const key = `${manifest.name}@${manifest.version}`
    const known = found.get(key)
    if (known) known.files.push(file)
    else found.set(key, { ...manifest, folder, files: [file] })
  }
  return [...found]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { folder, files: own, ...manifest }]) => {
      const licences = licenceFilesIn(folder)
      return {
        ...manifest,
        texts: [...(licences.length > 0 ? licences : [withoutText(manifest)]), ...copyrightCommentsIn(own)],
      }
    })
}

/** A folder inside a package can have a manifest, too, such as `{"type":"module"}`. */
function packageWith(file: string): { folder: string; manifest: Manifest } {
  const [folder = ''] = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []
  const manifest = manifestIn(folder)
  if (manifest === null) throw new Error(`${file} belongs to no package with a name and a version`)
  return { folder, manifest }
}

function manifestIn(folder: string): Manifest | null {
  const file = path.join(folder, 'package.json')
  if (!existsSync(file)) return null
  const content: unknown = JSON.parse(readFileSync(file, 'utf8'))
  if (!isRecord(content)) return null
  const { name, version, license, author } = content
  if (typeof name !== 'string' || typeof version !== 'string') return null
  if (typeof license !== 'string') throw new Error(`${name} ${version} names no licence in its package.json`)
  const person = isRecord(author) ? author.name : author
  return { name, version, licence: license, author: typeof person === 'string' ? person.replace(/ *<.*/, '') : '' }
}

function licenceFilesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => /^(?:licen[cs]e|copying|notice)/i.test(name))
    .toSorted()
    .map((name) => withoutMargin(readFileSync(path.join(folder, name), 'utf8')))
}

function withoutText({ licence, author }: Manifest): string {
  const by = author === '' ? '' : `Author: ${author}. `
  return `${by}The package has no file with the text of its licence: https://spdx.org/licenses/${licence}.html`
}

/** A package can contain code of yet others, whose terms are in its files only. Minified code has no comments. */
function copyrightCommentsIn(files: readonly string[]): string[] {
  const comments = files
    .filter((file) => /\.[cm]?js$/.test(file))
    .flatMap((file) => readFileSync(file, 'utf8').match(/\/\*[^]*?\*\//g) ?? [])
    .filter((comment) => /copyright[^]*permission/i.test(comment))
  return [...new Set(comments)].map((comment) => withoutMargin(comment.replaceAll(/^ *(?:\/\*+|\*\/|\*)|\*\/$/gm, '')))
}

/** Without spaces that only move a text, so that packages with the same licence share it. */
function withoutMargin(text: string): string {
  return text.replaceAll(/^[ \t]+|[ \t\r]+$/gm, '').trim()
}

/** Each text once, after the packages to which it applies. */
export function noticesOf(packages: readonly Package[]): string {
  const byText = new Map<string, string[]>()
  for (const each of packages)
    for (const text of each.texts)
      byText.set(text, [...(byText.get(text) ?? []), `${each.name} ${each.version} (${each.licence})`])
  const line = '-'.repeat(80)
  const sections = [...byText].map(([text, names]) => `${line}\n${names.join('\n')}\n\n${text}\n`)
  return ['This program contains software of others under these licences.\n', ...sections].join('\n')
}

/** CycloneDX 1.6, without the time and the serial number, which would differ in every build. */
export function billOf(own: Manifest, packages: readonly Manifest[]) {
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', ...named(own) } },
    components: packages.map((each) => ({
      type: 'library',
      ...named(each),
      licenses: [{ expression: each.licence }],
    })),
  }
}

/** https://github.com/package-url/purl-spec/blob/main/types-doc/npm-definition.md */
function named({ name, version }: Manifest) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  return { 'bom-ref': purl, name, version, purl }
}
