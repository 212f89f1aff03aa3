import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { S3Client } from '@aws-sdk/client-s3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cloudFrontTemplate } from '../cloudfront.ts'
import { resourceKind } from '../headers.ts'
import type { HeaderConfig } from '../headers.ts'
import { configTextIn } from '../inline-config.ts'
import { siteRequests } from '../site-requests.ts'
import { expectAnswer } from '../testing/expect-site.ts'
import { startFakeS3 } from '../testing/fake-s3.ts'
import type { FakeS3 } from '../testing/fake-s3.ts'
import { askCloudFront } from '../testing/sample-cloudfront.ts'
import type { CdnTemplate } from '../testing/sample-cloudfront.ts'
import { contentOf, writeSampleSite } from '../testing/sample-site.ts'
import { bucketStore } from './bucket-store.ts'
import { folderStore } from './folder-store.ts'
import { siteObjects } from './site-objects.ts'
import type { SiteObject } from './site-objects.ts'
import { uploadSite } from './upload-site.ts'

const hour = 60 * 60 * 1000
const start = Date.parse('2026-11-22T00:00:00Z')
const asset = 'assets/app-1a2b3c4d.js'
const config = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../config.example.json'), 'utf8'),
) as HeaderConfig
const folder = mkdtempSync(path.join(tmpdir(), 'upload-'))
const sources = {
  site: path.join(folder, 'site'),
  forms: path.join(folder, 'forms'),
  config: path.join(import.meta.dirname, '../config.example.json'),
}
await writeSampleSite(sources.site)
renameSync(path.join(sources.site, 'forms'), sources.forms)
rmSync(path.join(sources.site, 'config.json'))
/** What the table has and no stage serves, in no upload. */
const refused = siteRequests.flatMap(({ path: name, exists }) => (exists === true ? [name.slice(1)] : []))
for (const name of refused) rmSync(path.join(folder, name))

let s3: FakeS3
beforeEach(async () => {
  s3 = await startFakeS3()
})
afterEach(() => s3.stop())

function bucket() {
  const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' }
  return bucketStore(
    s3.bucket,
    new S3Client({ endpoint: s3.endpoint, forcePathStyle: true, region: 'ap-northeast-1', credentials }),
  )
}

/** A folder and everything in it. */
function entriesOf(top: string): string[] {
  return [top, ...readdirSync(top, { recursive: true, encoding: 'utf8' }).map((name) => path.join(top, name))]
}

/** Whether another user can neither read a file nor list a folder. */
function isClosed(file: string): boolean {
  const found = statSync(file)
  const needed = found.isDirectory() ? 0o755 : 0o644
  return (found.mode & needed) !== needed
}

/** A release whose only asset has this name. */
function release(name: string): SiteObject[] {
  return siteObjects(sources).map((object) => (object.key === asset ? { ...object, key: `assets/${name}.js` } : object))
}

function assetsIn(keys: Iterable<string>): string[] {
  return [...keys].filter((key) => key.startsWith('assets/')).toSorted()
}

describe('an upload to a bucket', () => {
  it('writes the files that a page names before the page, and index.html last', async () => {
    await uploadSite(bucket(), siteObjects(sources), start)
    const kinds = s3.written.map((key) => key.replace(/^forms\/.+\/(?=manifest)/, '').replace(/\/.*$/, ''))
    expect(kinds.filter((kind, index) => kind !== kinds[index - 1])).toEqual([
      'assets',
      'forms',
      'robots.txt',
      'manifest.json',
      'config.json',
      'version.json',
      'index.html',
      'releases',
    ])
  })

  it('names the stage besides the release in version.json', async () => {
    await uploadSite(bucket(), siteObjects(sources), start)
    expect(JSON.parse(String(s3.objects.get('version.json')?.content))).toMatchObject({ stage: 'production' })
  })

  it('writes the configuration into the document, so that it equals config.json', async () => {
    await uploadSite(bucket(), siteObjects(sources), start)
    const inDocument = configTextIn(String(s3.objects.get('index.html')?.content))
    expect(JSON.parse(inDocument)).toEqual(JSON.parse(String(s3.objects.get('config.json')?.content)))
  })

  it('keeps the assets of the former release for a day after it was replaced', async () => {
    const store = bucket()
    await uploadSite(store, release('first'), start)
    await uploadSite(store, release('second'), start + 72 * hour)
    expect(assetsIn(s3.objects.keys())).toEqual(['assets/first.js', 'assets/second.js'])
    await uploadSite(store, release('second'), start + 95 * hour)
    expect(assetsIn(s3.objects.keys()), '23 hours later').toContain('assets/first.js')
    const { removed } = await uploadSite(store, release('second'), start + 97 * hour)
    expect(removed).toEqual(['assets/first.js'])
    expect(assetsIn(s3.objects.keys())).toEqual(['assets/second.js'])
  })

  it('neither rewrites an immutable object nor removes objects that it did not write', async () => {
    const store = bucket()
    await uploadSite(store, release('first'), start)
    s3.objects.set('assets/by-hand.js', { content: Buffer.from(''), contentType: '', cacheControl: '' })
    s3.written.length = 0
    await uploadSite(store, release('first'), start + 100 * hour)
    expect(s3.written.filter((key) => /^(?:assets|forms\/.+\/definition)/.test(key))).toEqual([])
    expect(s3.written.at(-2)).toBe('index.html')
    expect(assetsIn(s3.objects.keys())).toContain('assets/by-hand.js')
  })

  it('writes an object again if its content was changed in the bucket', async () => {
    const store = bucket()
    await uploadSite(store, release('first'), start)
    const changed = s3.objects.get('assets/first.js')
    if (changed === undefined) throw new Error('The asset is not stored')
    s3.objects.set('assets/first.js', { ...changed, content: Buffer.from('changed') })
    const { written } = await uploadSite(store, release('first'), start + hour)
    expect(written.filter((key) => key.startsWith('assets/'))).toEqual(['assets/first.js'])
  })

  it.each([
    ['the build', { site: path.join(folder, 'nothing') }, /npm run build/],
    ['the forms', { forms: path.join(folder, 'nothing') }, /npm run forms -- publish/],
    ['any form', { forms: path.join(folder, 'site', 'assets') }, /npm run forms -- publish/],
  ])('names the command to run first if %s is missing', (_name, missing, command) => {
    expect(() => siteObjects({ ...sources, ...missing })).toThrow(command)
  })

  it('leaves out tenants, which are beside the manifests for the sandbox', () => {
    const forms = path.join(folder, 'forms-with-tenant')
    cpSync(sources.forms, forms, { recursive: true })
    for (const name of ['tenant.json', 'sandbox.json', 'logo.svg'])
      writeFileSync(path.join(forms, 'minato-city', name), '{}')
    const keysOf = (from: string) => siteObjects({ ...sources, forms: from }).map(({ key }) => key)
    expect(keysOf(forms)).toEqual(keysOf(sources.forms))
  })

  it.each(refused)('refuses %s: a published form is data', (name) => {
    const all = mkdtempSync(path.join(folder, 'all-'))
    cpSync(sources.forms, path.join(all, 'forms'), { recursive: true })
    writeFileSync(path.join(all, name), '')
    expect(() => siteObjects({ ...sources, forms: path.join(all, 'forms') })).toThrow(`${name} is not a file that`)
  })

  it('refuses a file with an unknown content type, but leaves out hidden ones', () => {
    mkdirSync(path.join(folder, 'odd'))
    writeFileSync(path.join(folder, 'odd', 'version.json'), '{}')
    copyFileSync(path.join(sources.site, 'index.html'), path.join(folder, 'odd', 'index.html'))
    writeFileSync(path.join(folder, 'odd', 'program.exe'), '')
    expect(() => siteObjects({ ...sources, site: path.join(folder, 'odd') })).toThrow(/program\.exe is not a file that/)
    rmSync(path.join(folder, 'odd', 'program.exe'))
    writeFileSync(path.join(folder, 'odd', '.DS_Store'), '')
    const keys = siteObjects({ ...sources, site: path.join(folder, 'odd') }).map(({ key }) => key)
    expect(keys.filter((key) => key.includes('DS_Store'))).toEqual([])
  })
})

describe('CloudFront with the generated template in front of the uploaded objects (S-18)', () => {
  const stored: FakeS3['objects'] = new Map()
  beforeEach(async () => {
    if (stored.size > 0) return
    // The two objects that are made for the stage, with the content that the table expects.
    const objects = siteObjects(sources).map((object) =>
      ['config.json', 'version.json'].includes(object.key)
        ? { ...object, content: Buffer.from(contentOf(`/${object.key}`)) }
        : object,
    )
    await uploadSite(bucket(), objects, start)
    for (const [key, object] of s3.objects) stored.set(key, object)
    // Somebody has put them into the bucket by hand.
    for (const key of refused)
      stored.set(key, { content: Buffer.from(contentOf(`/${key}`)), contentType: 'text/javascript', cacheControl: '' })
  })

  it.each(siteRequests)('answers $name ($path) as in the table', async (request) => {
    const template = JSON.parse(cloudFrontTemplate(config)) as CdnTemplate
    const answer = await expectAnswer(request, config, askCloudFront(template, stored))
    expect(answer.status).toBe(request.expected.status)
  })
})

describe('an upload of the bill of materials', () => {
  const artefacts = path.join(folder, 'artefacts')
  const write = (file: string, content: string) => {
    mkdirSync(path.dirname(path.join(artefacts, file)), { recursive: true })
    writeFileSync(path.join(artefacts, file), content)
  }
  const sites = [
    { ...sources, artefacts, build: '0123456789ab' },
    { ...sources, artefacts, build: 'ba9876543210' },
  ].map(({ build, ...each }) => {
    const site = path.join(folder, build)
    cpSync(each.site, site, { recursive: true })
    writeFileSync(
      path.join(site, 'version.json'),
      JSON.stringify({ release: '1.0.0', build, assets: { [`/${asset}`]: '' } }),
    )
    return { ...each, site }
  })

  it('keeps it for each release, at no address of the portal', async () => {
    write('sbom.json', '{"bomFormat":"CycloneDX"}')
    write(`${asset}.map`, '{}')
    for (const each of sites) await uploadSite(bucket(), siteObjects(each), start)
    const keys = [...s3.objects.keys()].filter((key) => key.startsWith('sbom/'))
    expect(keys).toEqual(['sbom/0123456789ab', 'sbom/ba9876543210'])
    expect(s3.objects.get('sbom/0123456789ab')?.content.toString()).toContain('CycloneDX')
    for (const key of keys) expect(resourceKind(`/${key}`)).toBe('document')
  })

  it('refuses one of another build', () => {
    rmSync(path.join(artefacts, 'assets'), { recursive: true, force: true })
    for (const each of sites)
      expect(() => siteObjects(each)).toThrow(/artefacts does not belong to the build in .+--artefacts/)
  })
})

describe('an upload to a folder of a web server', () => {
  it('writes compressed copies and removes them with their file', async () => {
    const to = path.join(folder, 'served')
    const store = folderStore(to)
    await uploadSite(store, release('first'), start)
    expect(gunzipSync(readFileSync(path.join(to, 'assets/first.js.gz'))).toString()).toBe(contentOf(`/${asset}`))
    await uploadSite(store, release('second'), start + hour)
    await uploadSite(store, release('second'), start + 30 * hour)
    expect(assetsIn(await store.keys('assets/'))).toEqual(['assets/second.js'])
    expect(() => readFileSync(path.join(to, 'assets/first.js.br'))).toThrow('ENOENT')
  })

  it('replaces compressed copies with their file', async () => {
    const to = path.join(folder, 'replaced')
    const [object] = siteObjects(sources).filter(({ key }) => key === 'index.html')
    if (object === undefined) throw new Error('The sample site has no document')
    await folderStore(to).write(object)
    await folderStore(to).write({ ...object, content: Buffer.from('<p>second</p>'.repeat(100)) })
    expect(gunzipSync(readFileSync(path.join(to, 'index.html.gz'))).toString()).toMatch(/^<p>second/)
  })

  it.each(['assets/first.js', 'assets/first.js.gz', 'assets/first.js.br'])(
    'repairs %s after a change by hand',
    async (changed) => {
      const to = path.join(folder, 'changed', path.extname(changed))
      await uploadSite(folderStore(to), release('first'), start)
      writeFileSync(path.join(to, changed), 'changed')
      const { written } = await uploadSite(folderStore(to), release('first'), start + hour)
      expect(written.filter((key) => key.startsWith('assets/'))).toEqual(['assets/first.js'])
      expect(readFileSync(path.join(to, changed), 'utf8')).not.toBe('changed')
      const again = await uploadSite(folderStore(to), release('first'), start + 2 * hour)
      expect(again.written).not.toContain('assets/first.js')
    },
  )

  it("lets the web server read every file, independent of the operator's umask", async () => {
    const to = path.join(folder, 'private', 'site')
    const umask = process.umask(0o077)
    try {
      await uploadSite(folderStore(to), release('first'), start)
    } finally {
      process.umask(umask)
    }
    expect(entriesOf(to).length).toBeGreaterThan(10)
    expect(entriesOf(to).filter(isClosed)).toEqual([])

    const asset = path.join(to, 'assets', 'first.js')
    for (const [file, mode] of [
      [asset, 0o600],
      [path.dirname(asset), 0o700],
    ] as const)
      chmodSync(file, mode)
    await uploadSite(folderStore(to), release('first'), start + hour)
    expect(entriesOf(to).filter(isClosed), 'after another upload').toEqual([])
  })
})
