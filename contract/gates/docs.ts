/** `npm run docs`: the tables of docs/contract.md between their markers, and the API reference. See the usage below. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { optionsOf } from '../../scripts/options.ts'
import { operationsOf, readDocument } from '../openapi/document.ts'
import { states } from '../pact/states.ts'
import { apiReference } from '../reference.ts'

const usage = `npm run docs -- [options]   writes the tables of docs/contract.md and the API reference

  --check   changes nothing, and fails if a table is out of date, as in npm run contract`

const { values } = optionsOf(usage, { options: { check: { type: 'boolean', default: false } } })
const root = join(import.meta.dirname, '..', '..')
const page = join(root, 'docs', 'contract.md')
const document = readDocument()
const operations = operationsOf(document)

const tables: Record<string, () => string> = {
  states: () =>
    table(
      ['state', 'means', 'parameters, by example', 'answers'],
      Object.entries(states).map(([name, { meaning, example, answers }]) => [
        name,
        meaning,
        `\`${JSON.stringify(example)}\``,
        answers.map((value) => `\`${value}\``).join(' '),
      ]),
    ),
  codes: () => {
    const schema = document.components.schemas.ErrorCode as { enum: string[]; 'x-causes': Record<string, string> }
    return table(
      ['code', 'cause', 'answered by', 'the portal shows'],
      schema.enum.map((code) => [
        `\`${code}\``,
        schema['x-causes'][code] ?? '',
        operationsWith(code).join(', '),
        shown(code),
      ]),
    )
  },
}

const before = readFileSync(page, 'utf8')
const after = Object.entries(tables).reduce((text, [name, write]) => {
  const place = new RegExp(`(<!-- ${name} -->\n)[^]*?(<!-- /${name} -->)`)
  if (!place.test(text)) throw new Error(`docs/contract.md has no marker for the table "${name}"`)
  return text.replace(place, (_, start: string, end: string) => `${start}\n${write()}\n\n${end}`)
}, before)
if (values.check) {
  console.log(
    before === after
      ? 'docs/contract.md is up to date'
      : 'docs/contract.md is out of date: run `npm run docs` and commit it',
  )
  if (before !== after) process.exitCode = 1
} else {
  writeFileSync(page, after)
  const folder = join(root, '.local', 'docs')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'api.html'), apiReference(document))
  console.log('docs/contract.md\n.local/docs/api.html')
}

function table(head: string[], rows: string[][]): string {
  return [head, head.map(() => '---'), ...rows]
    .map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n')
}

function operationsWith(code: string): string[] {
  return operations
    .filter(({ responses }) => [...responses.values()].some((response) => response['x-codes']?.includes(code)))
    .map(({ operationId }) => operationId)
    .reduce<string[]>(
      (names, name, index, all) =>
        index < 4 ? [...names, name] : index === 4 ? [...names, `… (${all.length})`] : names,
      [],
    )
}

function shown(code: string): string {
  const texts = (language: string) =>
    JSON.parse(readFileSync(join(root, 'locales', language, 'errors.json'), 'utf8')) as { code: Record<string, string> }
  return `${texts('ja').code[code] ?? ''} / ${texts('en').code[code] ?? ''}`
}
