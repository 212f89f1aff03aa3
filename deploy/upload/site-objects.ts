import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { isForSandbox } from '../../forms/source/tenant-source.ts'
import { Misuse } from '../../scripts/options.ts'
import { plainFiles } from '../compress.ts'
import { contentTypes } from '../content-types.ts'
import { headersFor, resourceKind } from '../headers.ts'
import type { HeaderConfig, ResourceKind } from '../headers.ts'
import { withConfig } from '../inline-config.ts'
import { readStageConfig } from '../stage-config.ts'
import type { Version } from '../finish-site.ts'
import { billFile } from '../third-party.ts'

/** One file of a stage, as a host stores it. */
export type SiteObject = {
  /** Path on the portal's origin without the slash at the start. */
  key: string
  content: Buffer
  contentType: string
  cacheControl: string
  /** The key contains a hash of the content: an object of that key never changes. */
  immutable: boolean
}

export type SiteSources = {
  /** `dist/`, as the build has written it. */
  site: string
  /** What the build has written for the operator; without it, e.g. in tests, no bill of materials is kept. */
  artefacts?: string
  /** Published forms. */
  forms: string
  /** The stage's `config.json`. */
  config: string
}

/** A file is written before the page that names it; the document is written last. */
const order: readonly ResourceKind[] = ['asset', 'form', 'file', 'manifest', 'config', 'release', 'document']

/** Every object of a stage, in an order in which they may be written while visitors use the portal. */
export function siteObjects({ site, artefacts, forms, config }: SiteSources): SiteObject[] {
  if (!existsSync(path.join(site, 'index.html'))) throw new Misuse(`${site} has no build. Run \`npm run build\` first.`)
  if (!existsSync(forms) || !plainFiles(forms).some((name) => name.endsWith('/manifest.json'))) throw noForms(forms)
  const stage = readStageConfig(config)
  const document = readFileSync(path.join(site, 'index.html'), 'utf8')
  const version = JSON.parse(readFileSync(path.join(site, 'version.json'), 'utf8')) as Version
  const contents = new Map<string, Buffer>([
    ...plainFiles(site).map((name): [string, Buffer] => [name, readFileSync(path.join(site, name))]),
    ...plainFiles(forms)
      .filter((name) => !isForSandbox(name))
      .map((name): [string, Buffer] => [`forms/${name}`, readFileSync(path.join(forms, name))]),
    ['config.json', Buffer.from(stage.text)],
    ['index.html', Buffer.from(withConfig(document, stage.written))],
    ['version.json', Buffer.from(`${JSON.stringify({ stage: stage.config.stage, ...version })}\n`)],
  ])
  const objects = [...contents]
    .map(([key, content]) => ({ kind: resourceKind(`/${key}`), object: objectOf(key, content, stage.config) }))
    .toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
    .map(({ object }) => object)
  return artefacts === undefined ? objects : [billObject(site, artefacts, version), ...objects]
}

/**
 * The bill of materials of the release, under a key that is not an address of the portal. It stays, so that a scanner
 * can look up what a former release contained.
 */
function billObject(site: string, artefacts: string, { build, assets }: Version): SiteObject {
  const file = path.join(artefacts, billFile)
  const maps = existsSync(file) ? plainFiles(artefacts).filter((name) => name.endsWith('.map')) : []
  // Names of assets contain a hash, so the maps of another build have other names.
  if (maps.length === 0 || !maps.every((name) => Object.hasOwn(assets, `/${name.replace(/\.map$/, '')}`)))
    throw new Misuse(
      `${artefacts} does not belong to the build in ${site}. Run \`npm run build\`, or name its folder with --artefacts.`,
    )
  const content = readFileSync(file)
  return { key: `sbom/${build}`, content, contentType: 'application/json', cacheControl: 'no-store', immutable: false }
}

export function noForms(forms: string): Misuse {
  return new Misuse(
    `${forms} has no published forms. Run \`npm run forms -- publish schemas --to ${forms} --lang en\` first.`,
  )
}

function objectOf(key: string, content: Buffer, config: HeaderConfig): SiteObject {
  const cacheControl = headersFor(`/${key}`, config)['Cache-Control'] ?? 'no-cache'
  const contentType = contentTypes[path.extname(key)]
  if (contentType === undefined || resourceKind(`/${key}`) === 'refused')
    throw new Misuse(`${key} is not a file that the portal needs. Remove it from the build or the published forms.`)
  return { key, content, contentType, cacheControl, immutable: cacheControl.includes('immutable') }
}
