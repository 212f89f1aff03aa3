import { appendFileSync, cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readManifest } from '../../forms/build/publish-folder.ts'
import { requireForms, requireOtherFolder, requireOwnFolder } from './requirements.ts'

const work = mkdtempSync(path.join(tmpdir(), 'upload-requirements-'))

describe('the forms of an upload', () => {
  const built = path.resolve('.local/forms')
  const name = 'kaze-maintenance/library-card/individual'

  it('accepts forms as they were published', () => {
    expect(() => requireForms(built)).not.toThrow()
  })

  it('refuses forms if a file has changed since, with the version and what to do', () => {
    const forms = path.join(work, 'changed')
    cpSync(path.join(built, 'kaze-maintenance'), path.join(forms, 'kaze-maintenance'), { recursive: true })
    const version = readManifest(forms, 'kaze-maintenance').forms['library-card']?.individual?.current ?? ''
    appendFileSync(path.join(forms, name, version, 'texts.ja.json'), ' ')
    expect(() => requireForms(forms)).toThrow(
      `${name}/${version}: the files in ${forms} are not those that were published`,
    )
  })

  it.each(['', '{}', '[]'])('refuses forms if the manifest of a tenant is "%s"', (manifest) => {
    const forms = mkdtempSync(path.join(work, 'manifest-'))
    mkdirSync(path.join(forms, 'minato-city'))
    writeFileSync(path.join(forms, 'minato-city', 'manifest.json'), manifest)
    expect(() => requireForms(forms)).toThrow(/minato-city has no usable manifest\.json.+publish/)
  })

  it('requires published forms', () => {
    expect(() => requireForms(path.join(work, 'nothing'))).toThrow('has no published forms')
  })
})

describe('the folder of an upload and the build', () => {
  it.each([
    ['the same', 'dist', 'dist/'],
    ['one in the other', path.join('dist', 'site'), 'dist'],
  ])('refuses an upload folder and a build that are %s', (_name, target, site) => {
    expect(() => requireOtherFolder(target, site)).toThrow(/is the build itself/)
  })

  it('may be side by side', () => {
    expect(() => requireOtherFolder('.local/dist-2', 'dist')).not.toThrow()
    expect(() => requireOtherFolder('/srv/portal', 'dist')).not.toThrow()
  })
})

describe('the folder of an upload', () => {
  function folderWith(...names: string[]): string {
    const folder = mkdtempSync(path.join(work, 'folder-'))
    for (const name of names) writeFileSync(path.join(folder, name), '')
    return folder
  }

  it('may be missing or empty', () => {
    expect(() => requireOwnFolder(path.join(work, 'nothing'))).not.toThrow()
    expect(() => requireOwnFolder(folderWith())).not.toThrow()
  })

  it('may contain a portal, also one whose first upload was interrupted', () => {
    expect(() => requireOwnFolder(folderWith('index.html', 'robots.txt'))).not.toThrow()
    const interrupted = folderWith('robots.txt')
    mkdirSync(path.join(interrupted, 'assets'))
    expect(() => requireOwnFolder(interrupted)).not.toThrow()
  })

  it('refuses an upload folder that contains other files', () => {
    const folder = folderWith('hosts', 'passwd')
    expect(() => requireOwnFolder(folder)).toThrow(`${folder} contains other files (hosts, passwd)`)
  })
})
