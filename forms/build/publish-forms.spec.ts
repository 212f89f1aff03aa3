import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { buildForms } from './build.ts'
import { readManifest } from './publish-folder.ts'
import { publishForms } from './publish-forms.ts'

const work = mkdtempSync(path.join(tmpdir(), 'forms-publish-'))
afterAll(() => rmSync(work, { recursive: true, force: true }))

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

  it('adds a new version beside the old ones and keeps what was published from elsewhere', async () => {
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
      expect(existsSync(path.join(target, name, version, 'validator.js'))).toBe(true)
  })

  it('changes nothing when repeated', () => {
    const before = readFileSync(path.join(target, 'kaze-maintenance/manifest.json'), 'utf8')
    expect(publishForms(path.join(work, 'second'), target)).toMatchObject([{ kind: 'present' }])
    expect(readFileSync(path.join(target, 'kaze-maintenance/manifest.json'), 'utf8')).toBe(before)
  })

  it('refuses another content under the address of a published version', () => {
    writeFileSync(path.join(target, name, current(target)?.current ?? '', 'validator.js'), 'changed')
    expect(() => publishForms(path.join(work, 'second'), target)).toThrow(/differs/)
  })
})
