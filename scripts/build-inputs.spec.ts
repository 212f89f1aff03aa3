import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { buildInputs } from './build-inputs.ts'
import type { BuildName } from './build-inputs.ts'

const root = path.join(import.meta.dirname, '..')

describe('the inputs of a build', () => {
  it.each<[BuildName, string[]]>([
    ['app', ['src/main.tsx', 'vite.config.ts', 'index.html', 'deploy/finish-site.ts']],
    ['forms', ['forms/main.ts']],
  ])('contain every file that %s imports', (name, entries) => {
    const imported = importedFrom(entries)
    const inputs = new Set(buildInputs(name, root))
    expect(imported.length).toBeGreaterThan(20)
    expect(imported.filter((file) => !inputs.has(file))).toEqual([])
  })

  it('contain the patches of dependencies and the lockfile', () => {
    const inputs = buildInputs('app', root)
    expect(inputs).toEqual(expect.arrayContaining(['patches/lean-rjsf.ts', 'patches/native-modpow.ts']))
    expect(inputs).toContain('package-lock.json')
    expect(inputs).toContain('public/robots.txt')
  })

  it('contain the sources of application forms for the forms only', () => {
    const isSource = (file: string) => file.startsWith('schemas/')
    expect(buildInputs('forms', root).filter(isSource).length).toBeGreaterThan(20)
    expect(buildInputs('app', root).filter(isSource)).toEqual([])
  })

  it.each<BuildName>(['app', 'forms'])('builds %s from no test, no document and no build output', (name) => {
    const wrong = buildInputs(name, root).filter((file) =>
      /\.(spec|e2e)\.tsx?$|\.md$|^(dist|node_modules|docs|e2e|sandbox|\.local)\//.test(file),
    )
    expect(wrong).toEqual([])
  })
})

/** Every file of the repository that these files import, themselves included. */
function importedFrom(entries: string[]): string[] {
  const found = new Set<string>()
  const visit = (file: string) => {
    // `forms test` renders with the portal's own components, and `forms studio` builds the studio; builds do neither.
    const isBuilt = !/^forms\/(?:draw|site|serve)\/|^scripts\/build\.ts$/.test(file)
    if (found.has(file) || !isBuilt || !existsSync(path.join(root, file))) return
    found.add(file)
    if (!/\.[cm]?tsx?$|\.html$/.test(file)) return
    // Types are erased: a file that only they name is not part of a build.
    const text = readFileSync(path.join(root, file), 'utf8').replaceAll(/^import type [^'"]*['"][^'"]+['"]/gm, '')
    for (const [, target = ''] of text.matchAll(/(?:from|import|import\()\s*['"](\.[^'"]+)['"]/g))
      visit(path.join(path.dirname(file), target))
  }
  for (const entry of entries) visit(entry)
  return [...found]
}
