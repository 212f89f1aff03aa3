import { cpSync, mkdtempSync, readFileSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { beforeAll, expect, it } from 'vitest'
import { createPreviewLibrary } from '../preview/preview-library.ts'
import type { PreviewForm } from '../preview/preview-library.ts'
import { createForm } from '../templates/new-form.ts'
import type { WorkerInput, WorkerOutput } from './check-calls.ts'
import { workerPlugins } from './build-site.ts'

type Calls = { startCheckCalls: (post: (output: WorkerOutput) => void) => (input: WorkerInput) => void }

const work = mkdtempSync(path.join(tmpdir(), 'forms-same-'))
const root = path.join(work, 'schemas')
const shipped = path.resolve(import.meta.dirname, '../../schemas')
cpSync(shipped, root, { recursive: true })
for (const template of ['dog-registration', 'with-fee'])
  createForm({ root, tenant: 'town', service: template, type: 'individual', template, title: {} })
/** Forms with a fee, shared parts, conditions, attachments and lists. */
const names = [
  'minato-city/residence-certificate/individual',
  'minato-city/road-occupancy/corporate',
  'hoshi-disabled/library-card/individual',
  'town/dog-registration/individual',
  'town/with-fee/individual',
]
const inNode = createPreviewLibrary([root])
const answers: { value: unknown }[] = []
let send: (input: WorkerInput) => void = () => undefined

beforeAll(async () => {
  const entry = path.join(import.meta.dirname, 'check-calls.ts')
  const outDir = path.join(work, 'built')
  await build({
    configFile: false,
    logLevel: 'error',
    plugins: workerPlugins(),
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { outDir, minify: false, lib: { entry, formats: ['es'], fileName: 'check' } },
  })
  const module = (await import(pathToFileURL(path.join(outDir, 'check.js')).href)) as Calls
  send = module.startCheckCalls((output) => {
    if (output.kind === 'message') answers.push(output.message as { value: unknown })
  })
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .map((file): [string, Uint8Array] => [
      path.posix.join('/forms', path.relative(root, file)),
      new Uint8Array(readFileSync(file)),
    ])
  send({ kind: 'start', files: new Map(files), library: { folders: ['/forms'], ended: [] } })
})

function asked(ask: unknown): unknown {
  send({ kind: 'message', message: { id: answers.length, ask } })
  return answers.at(-1)?.value
}

it.each(names)('builds %s in a browser as in Node, with the same findings', (name) => {
  const expected = inNode.form(name, 'ja')
  const form = asked({ kind: 'form', name, language: 'ja' }) as PreviewForm
  expect(form.formVersion).toMatch(/^[0-9a-f]{12}$/)
  const moved = JSON.parse(JSON.stringify(expected).replaceAll(root, '/forms')) as PreviewForm
  expect(form).toEqual(moved)
  const file = { kind: 'built', name, formVersion: form.formVersion, file: 'definition.json' }
  expect(asked(file)).toBe(inNode.builtFile(name, form.formVersion ?? '', 'definition.json'))
})
