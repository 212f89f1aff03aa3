import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const page = readFileSync('docs/dependencies.md', 'utf8')
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
  'dependencies' | 'overrides',
  Record<string, string>
>

describe('docs/dependencies.md', () => {
  it.each([
    ['In the portal', manifest.dependencies],
    ['Overrides', manifest.overrides],
  ])('lists every package under "%s", and no other', (title, packages) => {
    expect(packagesUnder(title).toSorted()).toEqual(Object.keys(packages).toSorted())
  })

  it('lists every import from the internals of a package', () => {
    const files = globSync('{src,form-model,forms,sandbox,contract,pact,patches,scripts,deploy,e2e}/**/*.{ts,tsx}')
    const inside = files.flatMap((file) => {
      const text = readFileSync(file, 'utf8')
      // Also a part of a path that is put together, such as 'lib/browser.js'.
      const isResolving = /\bcreateRequire\(|\bimport\.meta\.resolve\(/.test(text)
      const places = isResolving
        ? /'((?:[^'.\n][^'\n]*\/)?(?:lib|dist|esm|cjs|internals?)\/[^'\n]+)'/g
        : /from '([^'.][^']*\/(?:lib|dist|esm|cjs|internals?)\/[^']+)'/g
      const ofAnother = /createRequire\((?!import\.meta\.url)/.test(text) ? [file] : []
      return [...text.matchAll(places)].map(([, target = '']) => target).concat(ofAnother)
    })
    const unlisted = inside.filter((target) => !page.includes(target) && !page.includes(folderOf(target)))
    expect(inside.length).toBeGreaterThan(3)
    expect(unlisted, 'Use a public export, or add a row with its guard.').toEqual([])
  })

  it('lists at most nine', () => {
    const [, rows = ''] = page.split('## Patches and reliance on internals')
    expect(rows.match(/^\| `/gm)?.length).toBeLessThanOrEqual(9)
  })

  it('names only files that exist', () => {
    const named = [...page.matchAll(/`((?:src|forms|patches|e2e|docs)\/[\w./-]+\.[a-z]+)`/g)].map(
      ([, file = '']) => file,
    )
    expect(named.length).toBeGreaterThan(8)
    expect(named.filter((file) => globSync(file).length === 0)).toEqual([])
  })
})

function packagesUnder(title: string): string[] {
  const section = page.split(/^## /m).find((part) => part.startsWith(`${title}\n`)) ?? ''
  return [...section.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, names = '']) =>
    names.split(', ').map((name) => name.replaceAll('`', '')),
  )
}

function folderOf(target: string): string {
  return target.slice(0, target.lastIndexOf('/') + 1)
}
