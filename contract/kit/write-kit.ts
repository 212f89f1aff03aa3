/** Writes what an API team needs without this repository. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildForms } from '../../forms/build/build.ts'
import { makeFolder } from '../../forms/source/make-folder.ts'
import { loadVersion, testVectors } from '../../forms/validate/judge-answers.ts'
import { addDays, tokyoDate } from '../../form-model/tokyo-date.ts'
import { isWorkingDay } from '../../form-model/working-days.ts'
import { documentFile, operationsOf, readDocument } from '../openapi/document.ts'
import { only, operationOf, pactFile, readPact } from '../pact/pact-file.ts'
import { states } from '../pact/states.ts'
import { bundleRules, rulesScript } from './bundle-rules.ts'
import { tokenKit } from './token-examples.ts'

const root = path.join(import.meta.dirname, '..', '..')
/** Those whose forms the provider states name: one with a fee, one without. */
const forms = ['minato-city/residence-certificate/individual', 'minato-city/childcare-consultation/individual']

export async function writeKit(folder: string, now = Date.now()): Promise<void> {
  const write = (file: string, content: string) => {
    const target = path.join(folder, file)
    makeFolder(path.dirname(target))
    writeFileSync(target, content)
  }
  const writeJson = (file: string, value: unknown) => write(file, `${JSON.stringify(value, null, 2)}\n`)

  write('openapi.yaml', readFileSync(documentFile, 'utf8').replaceAll('docs/forms/', 'docs/'))
  writeJson('openapi.json', readDocument(path.join(folder, 'openapi.yaml')))
  write(`pact/${path.basename(pactFile)}`, readFileSync(pactFile, 'utf8'))
  const pact = readPact()
  for (const operation of new Set(pact.interactions.map(operationOf)))
    writeJson(`pact/operations/${operation}.json`, only(pact, [operation]))
  writeJson('states.json', statesWithData())
  write('config.json', readFileSync(path.join(root, 'deploy', 'config.example.json'), 'utf8'))

  const { privateKey, jwks, examples } = await tokenKit()
  writeJson('tokens/private-key.json', privateKey)
  writeJson('tokens/jwks.json', jwks)
  writeJson('tokens/examples.json', examples)

  await writeForms(folder, writeJson, now)
  for (const [file, text] of Object.entries(documentation())) write(`docs/${file}`, text)
  cpSync(path.join(import.meta.dirname, 'example-provider'), path.join(folder, 'example-provider'), {
    recursive: true,
    filter: (file) => !file.includes('__pycache__'),
  })
  await bundleRules(folder)
  write('README.md', readme(examples.tokens.length))
}

/** Each state with the parameters of every interaction that uses it. */
function statesWithData() {
  const { interactions } = readPact()
  return Object.entries(states).map(([state, { meaning, example, answers }]) => ({
    state,
    means: meaning,
    example,
    answers,
    interactions: interactions.flatMap((interaction) =>
      interaction.providerStates
        .filter(({ name }) => name === state)
        .map(({ params }) => ({ operation: operationOf(interaction), description: interaction.description, params })),
    ),
  }))
}

async function writeForms(folder: string, writeJson: (file: string, value: unknown) => void, now: number) {
  const built = mkdtempSync(path.join(tmpdir(), 'kit-forms-'))
  try {
    for (const name of forms) {
      const source = path.join(root, 'schemas', name)
      const version = (await buildForms(source, built, { now })).find((result) => 'formVersion' in result)
      if (version === undefined) throw new Error(`The form ${name} has errors: npm run forms -- check ${source}`)
      const published = path.join(name, version.formVersion)
      cpSync(path.join(built, published), path.join(folder, 'forms', published), { recursive: true })
      const form = loadVersion(path.join(built, published))
      if (form === null) throw new Error(`The form ${name} was not published`)
      for (const { name: sample, ...vector } of testVectors(form, source, now))
        writeJson(`forms/${name}/${sample}.json`, vector)
    }
  } finally {
    rmSync(built, { recursive: true, force: true })
  }
  writeJson('forms/closed-days.json', closedDays(now))
}

/** The days from Monday to Friday on which public offices are closed, of last year, this one and the next two. */
function closedDays(now: number): string[] {
  const year = Number(tokyoDate(now).slice(0, 4))
  const days: string[] = []
  for (let day = `${year - 1}-01-01`; day < `${year + 3}-01-01`; day = addDays(day, 1)) {
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
    if (weekday !== 0 && weekday !== 6 && !isWorkingDay(day)) days.push(day)
  }
  return days
}

/** The pages that hold without this repository; a link out of the kit becomes its text. */
function documentation(): { [file: string]: string } {
  const contract = ['### The states', '### Exact requests, loose responses', '### What is left open', '### Error codes']
  const pages: { [file: string]: string } = {
    'contract.md': `# Of the contract\n\n${contract.map((heading) => sectionOf('contract.md', heading)).join('\n')}`,
    'token.md': page('token.md'),
    'server-validation.md': page('forms/server-validation.md'),
    'reference.md': `# Of the reference for authors of forms\n\n${sectionOf('forms/reference.md', '## Formats')}`,
  }
  const isInKit = (target: string) => /^https?:/.test(target) || (target.split('#')[0] ?? '') in pages
  return Object.fromEntries(
    Object.entries(pages).map(([file, text]) => [
      file,
      text
        .replaceAll(/^<!-- .+ -->\n+/gm, '')
        .replace(/^## With this repository\n[^]*?(?=^## )/m, '')
        .replaceAll('`npm run pact:verify`', `\`node ${rulesScript}\``)
        .replaceAll(/ \(`[\w/-]+\.spec\.ts`\)/g, '')
        // Not a part of a regular expression, which may look like a link.
        .replaceAll(/\[([^\]]+)\]\(([\w./#:-]+)\)/g, (link, words: string, target: string) =>
          isInKit(target) ? link : words,
        ),
    ]),
  )
}

function page(file: string): string {
  return readFileSync(path.join(root, 'docs', file), 'utf8')
}

/** From the heading to the next one. */
function sectionOf(file: string, heading: string): string {
  const [before, rest] = page(file).split(`\n${heading}\n`)
  if (before === undefined || rest === undefined) throw new Error(`docs/${file} has no "${heading}"`)
  return `## ${heading.replace(/^#+ /, '')}\n${rest.split(/^#{2,3} /m)[0] ?? ''}`
}

function readme(tokens: number): string {
  const { interactions } = readPact()
  const document = readDocument()
  const covered = /^\| subject \| green shows \|[^]*?(?=\n\n)/m.exec(page('contract.md'))?.[0]
  if (covered === undefined) throw new Error('docs/contract.md has no table of what green shows')
  const values: { [name: string]: string } = {
    version: document.info.version,
    operations: String(operationsOf(document).length),
    interactions: String(interactions.length),
    tokens: String(tokens),
    covered: covered.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1'),
  }
  const template = readFileSync(path.join(import.meta.dirname, 'README.md'), 'utf8')
  // The pages of the kit are in one folder.
  const linked = template.replaceAll(/\]\(..\/..\/docs\/(?:forms\/)?/g, '](docs/')
  return linked.replaceAll(/<!-- (\w+) -->/g, (mark, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`The README of the kit has no value for ${mark}`)
    return value
  })
}
