import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { publish } from '../studio/tasks/form-tasks.ts'
import { createFrom } from '../studio/project-forms.ts'
import { runCommand } from '../command-line.ts'
import { importForm } from '../studio/tasks/import-form.ts'
import { unpublishedPlace } from './form-place.ts'
import { createForm } from './new-form.ts'

let work = ''
let [root, published] = ['', '']
const names = { tenant: 'town', service: 'dogs', type: 'individual' }

beforeEach(() => {
  work = mkdtempSync(path.join(tmpdir(), 'form-place-'))
  root = path.join(work, 'forms')
  published = path.join(work, 'published')
})

/** A form that is published, and whose files are gone. */
async function publishedOnly(): Promise<void> {
  const folder = createForm({ root, ...names, template: 'dog-registration', title: {} })
  await publish(folder, published, { who: 'Sato' })
  rmSync(path.join(root, 'town'), { recursive: true })
}

async function run(...args: string[]): Promise<{ code: number; err: string }> {
  const err: string[] = []
  const output = { out: () => undefined, err: (line: string) => err.push(line) }
  const code = await runCommand([...args, '--lang', 'en'], output)
  return { code, err: err.join('\n') }
}

const schema = JSON.stringify({ type: 'object', properties: { name: { type: 'string', maxLength: 9 } } })

type Way = [string, () => Promise<string>]

/** Each way in which a form gets a name, with why it did not get it. */
const inStudio: Way[] = [
  [
    'a new form of the studio',
    () => {
      const wanted = { ...names, template: 'simple', title: { ja: '犬' }, summary: {} }
      return Promise.resolve(createFrom([root], published, wanted).kind)
    },
  ],
  [
    'a copy of the studio',
    () => {
      createForm({ root, ...names, service: 'cats', template: 'simple', title: {} })
      const wanted = { ...names, template: 'form:town/cats/individual', title: {}, summary: {} }
      return Promise.resolve(createFrom([root], published, wanted).kind)
    },
  ],
  [
    'an imported form of the studio',
    () => {
      const file = { name: 'dogs.json', bytes: Buffer.from(schema) }
      return Promise.resolve(importForm([root], published, { ...names, file, others: [] }, 'en').kind)
    },
  ],
]

const commands: Way[] = [
  [
    'forms new',
    async () => kindOf(await run('new', root, '--tenant', 'town', '--service', 'dogs', '--template', 'simple')),
  ],
  [
    'forms copy',
    async () => {
      const source = createForm({ root, ...names, service: 'cats', template: 'simple', title: {} })
      return kindOf(await run('copy', source, path.join(root, 'town/dogs/individual')))
    },
  ],
  [
    'forms import',
    async () => {
      const file = path.join(work, 'dogs.json')
      writeFileSync(file, schema)
      return kindOf(await run('import', file, '--out', root, '--tenant', 'town'))
    },
  ],
]

function kindOf({ code, err }: { code: number; err: string }): string {
  if (code === 0) return 'created'
  if (err.includes('files without a form')) return 'leftover'
  return err.includes('already exists') ? 'exists' : err
}

describe.each([...inStudio, ...commands])('%s', (_, create) => {
  it('gets a free name, also if an empty folder is there', async () => {
    mkdirSync(path.join(root, 'town/dogs/individual/valid'), { recursive: true })
    expect(['created', 'imported']).toContain(await create())
  })

  it('does not get the name of a form', async () => {
    createForm({ root, ...names, template: 'simple', title: {} })
    expect(await create()).toBe('exists')
  })

  it('does not get a place with other files, and leaves them', async () => {
    const file = path.join(root, 'town/dogs/individual/texts.ja.json')
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, '{ "title": "犬" }')
    expect(await create()).toBe('leftover')
    expect(readFileSync(file, 'utf8')).toBe('{ "title": "犬" }')
  })
})

it.each(inStudio)('%s does not get a published name whose files are gone, and creates nothing', async (_, create) => {
  await publishedOnly()
  expect(await create()).toBe('published')
  expect(existsSync(path.join(root, 'town/dogs'))).toBe(false)
})

it('creates forms on the command line under a name that a local build has, which nobody need have published', async () => {
  const built = 'minato-city/residence-certificate/individual'
  expect(existsSync(path.join('.local/forms', built))).toBe(true)
  const [copied, imported] = ['copied', 'imported'].map((name) => path.join(work, name)) as [string, string]
  const schemaFile = path.join(work, 'residence-certificate.json')
  writeFileSync(schemaFile, schema)
  const form = path.join(root, built)
  const service = ['--service', 'residence-certificate', '--template', 'simple']
  expect(await run('new', root, '--tenant', 'minato-city', ...service)).toEqual({ code: 0, err: '' })
  expect(await run('copy', form, path.join(copied, built))).toEqual({ code: 0, err: '' })
  expect(await run('import', schemaFile, '--out', imported, '--tenant', 'minato-city')).toMatchObject({ code: 0 })
})

it('names the files at the place, and creates the form once they may be removed', () => {
  const folder = path.join(root, 'town/dogs/individual')
  mkdirSync(path.join(folder, 'valid'), { recursive: true })
  for (const file of ['texts.ja.json', 'valid/old.json']) writeFileSync(path.join(folder, file), '{}')
  const wanted = { ...names, template: 'dog-registration', title: {}, summary: {} }
  const files = ['texts.ja.json', 'valid/old.json']
  expect(createFrom([root], published, wanted)).toEqual({ kind: 'leftover', name: 'town/dogs/individual', files })
  expect(createFrom([root], published, { ...wanted, removesLeftover: true })).toMatchObject({ kind: 'created' })
  expect(existsSync(path.join(folder, 'valid/old.json'))).toBe(false)
  expect(existsSync(path.join(folder, 'form.json'))).toBe(true)
})

it('keeps the samples and the history beside a form that is made again', async () => {
  await publishedOnly()
  const folder = path.join(root, 'town/dogs/individual')
  mkdirSync(path.join(folder, 'valid'), { recursive: true })
  const kept = ['history.jsonl', 'valid/own.json']
  for (const file of kept) writeFileSync(path.join(folder, file), '')
  const wanted = { ...names, template: 'published', title: {}, summary: {}, removesLeftover: true }
  expect(createFrom([root], published, wanted)).toMatchObject({ kind: 'created' })
  for (const file of [...kept, 'form.json']) expect(existsSync(path.join(folder, file)), file).toBe(true)
})

it('offers the published types of a service, and another type beside files of the service', async () => {
  await publishedOnly()
  const corporate = { ...names, type: 'corporate' }
  expect(unpublishedPlace([root], published, corporate)).toEqual({ kind: 'published', types: ['individual'] })
  createFrom([root], published, { ...names, template: 'published', title: {}, summary: {} })
  expect(unpublishedPlace([root], published, corporate)).toEqual({ kind: 'free', root })
})

it('makes a form again from a folder of published forms, and no other', async () => {
  await publishedOnly()
  const args = ['new', root, '--tenant', 'town', '--template', published, '--service']
  expect(await run(...args, 'cats')).toMatchObject({
    code: 2,
    err: expect.stringContaining('is not published') as string,
  })
  expect(await run(...args, 'dogs')).toMatchObject({ code: 0 })
  expect(existsSync(path.join(root, 'town/dogs/individual/form.json'))).toBe(true)
})
