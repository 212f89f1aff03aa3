import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { plainFiles } from './compress.ts'
import { moveArtefacts } from './finish-site.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'finish-'))

it('the last step of the build moves what only an operator needs out of the served folder, and keeps nothing of an earlier build', () => {
  const [site, artefacts] = [path.join(folder, 'dist'), path.join(folder, 'release')]
  for (const file of [
    'dist/index.html',
    'dist/sbom.json',
    'dist/assets/app-1a2b3c4d.js',
    'dist/assets/app-1a2b3c4d.js.map',
    'release/old.json',
  ]) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), '')
  }
  moveArtefacts(site, artefacts)
  expect(plainFiles(site)).toEqual(['assets/app-1a2b3c4d.js', 'index.html'])
  expect(plainFiles(artefacts)).toEqual(['assets/app-1a2b3c4d.js.map', 'sbom.json'])
})
