import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { buildForms } from '../../forms/build/build.ts'
import type { Definition, Manifest } from '../../form-model/definition.ts'
import { leanRjsf } from '../../patches/lean-rjsf.ts'
import { benchModel, middle, writeBenchForm } from './bench-form.ts'
import type { BenchField, BenchSection } from './bench-form.ts'

export const model = benchModel(300)

/** Services of the sample city whose form is replaced by the measured one. */
export const services = { page: 'childcare-consultation', steps: 'bulky-waste' } as const

export type BuiltBench = {
  /** Folder of the built pages. */
  pages: string
  /** Folder of the built forms, as the forms service publishes them. */
  forms: string
  versions: { [layout in keyof typeof services]: string }
  /** The given definition, step by step. */
  given: { service: string; version: string; steps: string[] } | null
}

const givenService = 'given-form'

const entries = ['react-baseline', 'mantine-baseline', 'engine'].map((name) => ({
  name,
  script: `${name}.tsx`,
  body: '',
}))

/**
 * Builds the measured form and every measured page, all below `work`.
 * @param given folder of another definition to measure
 */
export async function buildBench(work: string, given?: string): Promise<BuiltBench> {
  const sources = path.join(work, 'sources')
  const forms = path.join(work, 'forms')
  const pages = path.join(work, 'pages')
  for (const layout of ['page', 'steps'] as const)
    writeBenchForm(path.join(sources, 'minato-city', services[layout], 'individual'), model, layout)
  if (given !== undefined)
    cpSync(given, path.join(sources, 'minato-city', givenService, 'individual'), { recursive: true })
  const results = await buildForms(sources, forms)
  for (const result of results)
    if (result.kind === 'refused') throw new Error(`${result.name}: ${JSON.stringify(result.problems[0]?.params)}`)
  const manifest = JSON.parse(readFileSync(path.join(forms, 'minato-city/manifest.json'), 'utf8')) as Manifest
  const version = (service: string) => manifest.forms[service]?.individual?.current ?? ''
  const versions = { page: version(services.page), steps: version(services.steps) }
  const definition = path.join(forms, 'minato-city', services.page, 'individual', versions.page, 'definition.json')
  const { sections, list } = model
  const plain = { name: 'plain', script: 'plain.ts', body: plainBody(sections, list) }
  const short = { name: 'plain-step', script: 'plain.ts', body: plainBody([sections[middle(sections.length)] ?? list]) }
  for (const entry of [...entries, plain, short])
    await buildPage(path.join(work, 'roots', entry.name), path.join(pages, entry.name), entry, definition)
  return { pages, forms, versions, given: given === undefined ? null : givenForm(forms, version(givenService)) }
}

function givenForm(forms: string, version: string): BuiltBench['given'] {
  const file = path.join(forms, 'minato-city', givenService, 'individual', version, 'definition.json')
  const { steps } = JSON.parse(readFileSync(file, 'utf8')) as Definition
  return { service: givenService, version, steps: steps.map(({ id }) => id) }
}

type Entry = { name: string; script: string; body: string }

async function buildPage(
  root: string,
  outDir: string,
  { name, script, body }: Entry,
  definition: string,
): Promise<void> {
  mkdirSync(root, { recursive: true })
  writeFileSync(
    path.join(root, 'index.html'),
    `<!doctype html><html lang="ja"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${name}</title><link rel="icon" href="data:,"></head><body>${body}<div id="root"></div>
<script type="module" src="/@bench/${script}"></script></body></html>`,
  )
  await build({
    root,
    base: './',
    configFile: false,
    logLevel: 'error',
    plugins: [react(), leanOnly(name)],
    resolve: { alias: { '/@bench': path.join(import.meta.dirname, 'pages'), 'virtual:bench-definition': definition } },
    build: { outDir, emptyOutDir: true, target: 'es2024', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  })
}

/** The plugin fails if it does not find rjsf, which only the engine's page has. */
function leanOnly(name: string) {
  return name === 'engine' ? leanRjsf() : null
}

/** The form, or a part of it, as server-rendered HTML. */
function plainBody(sections: readonly BenchSection[], list?: BenchSection): string {
  const group = (title: string, fields: string) =>
    `<fieldset class="section"><legend>${title}</legend>${fields}</fieldset>`
  const control = (name: string, { kind, title, options = [], maxLength }: BenchField) => {
    const label = `<label for="${name}">${title}</label>`
    if (kind === 'select')
      return `${label}<select id="${name}" name="${name}"><option></option>${options.map((option) => `<option>${option}</option>`).join('')}</select>`
    if (kind === 'radio')
      return group(
        title,
        options
          .map((option) => `<label><input type="radio" name="${name}" value="${option}">${option}</label>`)
          .join(''),
      ).replace(' class="section"', '')
    const type = { text: 'text', email: 'email', integer: 'number', date: 'date', checkbox: 'checkbox' }[kind]
    const limit = maxLength === undefined ? '' : ` maxlength="${maxLength}"`
    return `${label}<input type="${type}" id="${name}" name="${name}"${limit}>`
  }
  const row = (prefix: string, field: BenchField) => {
    const name = `${prefix}.${field.key}`
    const html = `<div id="w-${name}">${control(name, field)}</div>`
    return field.showIf === undefined
      ? html
      : `<template data-if="${prefix}.${field.showIf}">${html}</template><div></div>`
  }
  const rows = (prefix: string, fields: readonly BenchField[]) => fields.map((field) => row(prefix, field)).join('')
  const parts = sections.map(({ key, title, fields }) => group(title, rows(key, fields)))
  if (list !== undefined) {
    const { key, title, fields } = list
    parts.push(group(title, [0, 1].map((index) => rows(`${key}.${index}`, fields)).join('')))
  }
  return `<form novalidate>${parts.join('')}<button type="submit">送信</button></form>`
}
