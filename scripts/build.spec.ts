import { appendFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ensureBuilt } from './build.ts'

let root = ''
let reported = ''

const inputs = { form: 'schemas/town/fair/form.json', page: 'src/main.tsx', model: 'form-model/fee.ts' }

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'build-'))
  reported = ''
  for (const file of [...Object.values(inputs), '.local/forms/manifest.json', 'dist/index.html']) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), '')
  }
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    reported += String(text)
    return true
  })
})
afterEach(() => vi.restoreAllMocks())

/** The parts that a start builds, by the exit status of their commands (default 0). */
async function partsBuilt(statuses: { [name: string]: number } = {}, strict = false): Promise<string[]> {
  const built: string[] = []
  await ensureBuilt({
    root,
    strict,
    run: ({ name }) => {
      built.push(name)
      return statuses[name] ?? 0
    },
  })
  return built
}

function change(file: keyof typeof inputs): void {
  appendFileSync(path.join(root, inputs[file]), ' ')
}

describe('the build before a start', () => {
  it('builds a part only if an input of it has changed', async () => {
    expect(await partsBuilt()).toEqual(['forms', 'app'])
    expect(await partsBuilt()).toEqual([])
    change('page')
    expect(await partsBuilt()).toEqual(['app'])
    change('model')
    expect(await partsBuilt()).toEqual(['forms', 'app'])
  })

  it('does not rebuild the portal for a changed form', async () => {
    await partsBuilt()
    change('form')
    expect(await partsBuilt()).toEqual(['forms'])
  })

  it('continues if a form has errors, reports it and tries again at the next start', async () => {
    expect(await partsBuilt({ forms: 1 })).toEqual(['forms', 'app'])
    expect(reported).toContain('have errors and keep their published versions')
    expect(await partsBuilt()).toEqual(['forms'])
  })

  it('fails for a form with errors in a release', async () => {
    await expect(partsBuilt({ forms: 1 }, true)).rejects.toThrow('The build of the forms failed')
  })

  it('announces the studio in the words of its command, instead of its own', async () => {
    const announced: string[] = []
    const build = () => ensureBuilt({ root, only: 'studio', announce: (name) => announced.push(name), run: () => 0 })
    await build()
    expect([announced, reported]).toEqual([['studio'], ''])
  })

  it.each([
    ['forms', 2],
    ['app', 1],
  ])('fails if the build of the %s exits with %i', async (name, status) => {
    await expect(partsBuilt({ [name]: status })).rejects.toThrow(`The build of the ${name} failed`)
  })
})
