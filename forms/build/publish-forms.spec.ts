import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkForm } from '../check/check-form.ts'
import { buildForms } from './build.ts'
import { servicesAt, versionAt } from '../../form-model/planned-version.ts'
import { changePlan, readManifest } from './publish-folder.ts'
import { publishForms } from './publish-forms.ts'

const work = mkdtempSync(path.join(tmpdir(), 'forms-publish-'))

const shipped = path.resolve(import.meta.dirname, '../../schemas')
const source = path.join(work, 'schemas')
const name = 'kaze-maintenance/library-card/individual'
cpSync(path.join(shipped, 'shared'), path.join(source, 'shared'), { recursive: true })
cpSync(path.join(shipped, name), path.join(source, name), { recursive: true })

function current(folder: string) {
  return readManifest(folder, 'kaze-maintenance').forms['library-card']?.individual
}

describe('publishing', () => {
  const target = path.join(work, 'bucket')

  it('adds a new version beside the old ones and keeps versions published from elsewhere', async () => {
    const first = path.join(work, 'first')
    await buildForms(source, first)
    const [published] = publishForms(first, target)
    expect(published).toMatchObject({ name, kind: 'published' })
    const oldVersion = current(target)?.current ?? ''

    const texts = path.join(source, name, 'texts.ja.json')
    writeFileSync(texts, readFileSync(texts, 'utf8').replace('図書館利用カード', '図書館カード'))
    const second = path.join(work, 'second')
    await buildForms(source, second)
    publishForms(second, target)

    const after = current(target)
    expect(after?.versions.map(({ formVersion }) => formVersion)).toEqual([oldVersion, after?.current])
    expect(after?.current).not.toBe(oldVersion)
    for (const version of [oldVersion, after?.current ?? ''])
      expect(existsSync(path.join(target, name, version, 'definition.json'))).toBe(true)
  })

  it('changes nothing when repeated', () => {
    const before = readFileSync(path.join(target, 'kaze-maintenance/manifest.json'), 'utf8')
    expect(publishForms(path.join(work, 'second'), target)).toMatchObject([{ kind: 'present' }])
    expect(readFileSync(path.join(target, 'kaze-maintenance/manifest.json'), 'utf8')).toBe(before)
  })

  it.each([
    ['another content', (file: string) => writeFileSync(file, 'changed')],
    ['a missing file', (file: string) => rmSync(file)],
  ])('refuses to publish if an already published version has %s', (_name, change) => {
    const file = path.join(target, name, current(target)?.current ?? '', 'definition.json')
    change(file)
    const manifest = readFileSync(path.join(target, 'kaze-maintenance/manifest.json'), 'utf8')
    expect(publishForms(path.join(work, 'second'), target)).toMatchObject([
      { name, kind: 'refused', problem: { reason: 'changed-since', file } },
    ])
    expect(readFileSync(path.join(target, 'kaze-maintenance/manifest.json'), 'utf8')).toBe(manifest)
  })
})

describe('publishing for a later time', () => {
  const target = path.join(work, 'later')
  const now = Date.parse('2027-03-01T09:00:00+09:00')
  const from = '2027-04-01T00:00:00+09:00'
  const [first, second] = [path.join(work, 'first'), path.join(work, 'second')]
  const entry = () => {
    const form = current(target)
    if (!form) throw new Error('The form is not published')
    return form
  }
  const shown = (at: number) => versionAt(entry(), at)
  const title = (at: number) => servicesAt(readManifest(target, 'kaze-maintenance'), at)['library-card']?.name.ja

  it('shows a form and its entry in the list of procedures not before its first moment', () => {
    publishForms(first, target, { from }, now)
    expect([shown(now), shown(Date.parse(from))]).toEqual([null, current(first)?.current])
    expect([title(now), title(Date.parse(from))]).toEqual([undefined, expect.any(String)])
    expect(existsSync(path.join(target, name, current(first)?.current ?? '', 'definition.json'))).toBe(true)
  })

  it('keeps the present version until then, and returns to it at the end', () => {
    publishForms(first, target, null, now)
    const until = '2027-05-01T00:00:00+09:00'
    publishForms(second, target, { from, until }, now)
    const [before, after] = [current(first)?.current, current(second)?.current]
    expect(entry().current).toBe(before)
    expect([Date.parse(from) - 1, Date.parse(from), Date.parse(until)].map(shown)).toEqual([before, after, before])
  })

  it('replaces another plan for the same time, and what has begun by a version for now', () => {
    publishForms(second, target, { from }, now)
    expect(entry().planned).toMatchObject([{ formVersion: current(second)?.current, from }])
    publishForms(first, target, null, Date.parse(from) + 1)
    expect(entry().planned).toEqual([])
    expect(shown(Date.parse(from) + 1)).toBe(current(first)?.current)
  })

  it('forgets a plan that was cancelled in the folder that is published', () => {
    publishForms(first, target, null, now)
    const built = path.join(work, 'cancelled')
    const nameParts = { tenantId: 'kaze-maintenance', serviceId: 'library-card', type: 'individual' }
    publishForms(second, built, { from }, now)
    publishForms(built, target, null, now)
    const other = '2027-06-01T00:00:00+09:00'
    expect(changePlan(built, nameParts, from, { from: other }, now)).toBe(current(second)?.current)
    publishForms(built, target, null, now)
    expect(entry().planned).toMatchObject([{ from: other }])
    expect(changePlan(built, nameParts, other, null, now)).toBe(current(second)?.current)
    expect(changePlan(built, nameParts, other, null, now)).toBeNull()
    publishForms(built, target, null, now)
    expect(entry().planned).toEqual([])
  })

  it('makes no plan for a form that is published already and does not change', () => {
    publishForms(first, target, { from }, now)
    expect(entry().planned ?? []).toEqual([])
  })

  it('begins by a publication for now, but not by a build into the same folder', async () => {
    const built = path.join(work, 'built-later')
    publishForms(second, built, { from: '2999-01-01T00:00:00+09:00' })
    await buildForms(source, built)
    expect(current(built)?.current).toBeNull()
    publishForms(second, built)
    expect(current(built)).toMatchObject({ current: current(second)?.current })
    expect(current(built)?.planned).toEqual([])
  })
})

describe('a built version whose files do not match its address', () => {
  const built = path.join(work, 'second')
  const cases: { name: string; change: (version: string) => void; reason: string }[] = [
    {
      name: 'a script',
      change: (version) => writeFileSync(path.join(version, 'validator.js'), 'fetch("https://evil.test")'),
      reason: 'foreign-file',
    },
    {
      name: 'a changed definition',
      change: (version) => {
        const file = path.join(version, 'definition.json')
        writeFileSync(file, readFileSync(file, 'utf8').replace('"engine":1', '"engine":1,"note":""'))
      },
      reason: 'tampered',
    },
    { name: 'a missing text', change: (version) => rmSync(path.join(version, 'texts.en.json')), reason: 'tampered' },
    { name: 'a missing folder', change: (version) => rmSync(version, { recursive: true }), reason: 'tampered' },
    {
      name: 'a further file',
      change: (version) => writeFileSync(path.join(version, 'page.html'), ''),
      reason: 'foreign-file',
    },
    {
      name: 'a symbolic link',
      change: (version) => {
        rmSync(path.join(version, 'texts.en.json'))
        symlinkSync('/etc/hostname', path.join(version, 'texts.en.json'))
      },
      reason: 'foreign-file',
    },
    {
      name: 'more than 2 MB',
      change: (version) => appendFileSync(path.join(version, 'texts.ja.json'), ' '.repeat(3_000_000)),
      reason: 'version-too-large',
    },
  ]

  it.each(cases)('refuses the version and publishes nothing: $name', ({ change, reason }) => {
    const copy = mkdtempSync(path.join(work, 'copy-'))
    cpSync(built, copy, { recursive: true })
    change(path.join(copy, name, current(copy)?.current ?? ''))
    const target = path.join(copy, 'target')
    expect(publishForms(copy, target)).toMatchObject([{ kind: 'refused', problem: { reason } }])
    expect(existsSync(target)).toBe(false)
  })

  it('refuses a built version if the manifest leads out of the folder', () => {
    const copy = mkdtempSync(path.join(work, 'copy-'))
    cpSync(built, copy, { recursive: true })
    const manifest = path.join(copy, 'kaze-maintenance/manifest.json')
    mkdirSync(path.join(work, 'elsewhere'), { recursive: true })
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replaceAll('"individual"', '"../../../elsewhere"'))
    for (const result of publishForms(copy, path.join(copy, 'target'))) expect(result.kind).toBe('refused')
  })
})

describe('the sources of a form', () => {
  it('reads no source through a link out of the folder of the form', () => {
    const outside = path.join(work, 'outside.json')
    writeFileSync(outside, '{ "title": "secret" }')
    const texts = path.join(source, name, 'texts.en.json')
    rmSync(texts)
    symlinkSync(outside, texts)
    const { problems } = checkForm(path.join(source, name))
    expect(problems.map(({ rule }) => rule)).toContain('outside-ref')
    expect(JSON.stringify(problems)).not.toContain('secret')
  })
})
