import { readFileSync } from 'node:fs'
import { formats, isFormatName } from '../../form-model/formats.ts'
import { isRecord } from '../../form-model/record.ts'
import { ruleText } from '../source/messages.ts'
import { widgetFits } from '../rules/field-reference-rules.ts'
import { exampleFiles } from '../rules/example-form.ts'
import { ruleExamples } from '../rules/rule-examples.ts'
import { isAllowable } from '../rules/allow-rules.ts'
import { ruleIds, severityOf, topicOf } from '../source/rule-list.ts'
import type { RuleId, Topic } from '../source/rule-list.ts'

const topics: { [topic in Topic]: string } = {
  file: 'Files',
  definition: 'Definition',
  reference: 'References',
  limits: 'Limits',
  access: 'Accessibility',
  language: 'Languages',
  japanese: 'Japanese input',
  data: 'Data and conditions',
  change: 'Changes of a published form',
  samples: 'Samples',
}

function cell(text: string) {
  return text.replaceAll('|', '\\|').replaceAll(/\s*\n+\s*/g, '<br>')
}

function table(head: string[], rows: string[][]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n')
}

type Described = { [key: string]: unknown }

function record(value: unknown): Described {
  return isRecord(value) ? value : {}
}

function keyRows(schema: unknown): string[][] {
  return Object.entries(record(record(schema).properties)).flatMap(([key, value]) => {
    const described = describe(value)
    return described === '' ? [] : [[`\`${key}\``, described]]
  })
}

function describe(value: unknown): string {
  const own = record(value).description
  if (typeof own === 'string') return own
  const parts = record(value).anyOf ?? record(value).allOf
  return Array.isArray(parts) ? parts.map(describe).filter(Boolean).join('\n') : ''
}

/** The whole reference for authors, generated from the published schemas, the formats and the rules. */
export function referencePage(): string {
  const read = (name: string): Described =>
    record(JSON.parse(readFileSync(new URL(`../../schemas/${name}.schema.json`, import.meta.url), 'utf8')))
  const form = read('definition')
  const definitions = record(form.definitions)
  const texts = read('texts')
  const widget = record(record(record(definitions.ui).properties)['ui:widget'])
  const widgetNames = (widget.enum as string[] | undefined) ?? []
  const widgetTexts = (widget.enumDescriptions as string[] | undefined) ?? []
  const sections = [
    '# Reference of forms',
    'Made by `npm run forms -- reference --out docs/forms` from `schemas/*.schema.json`, `form-model/formats.ts` and the rules of the check. Do not edit.',
    '## form.json',
    table(['key', 'meaning'], keyRows(form)),
    '### A step',
    table(['key', 'meaning'], keyRows(definitions.step)),
    '### A line of the fee',
    table(['key', 'meaning'], keyRows(definitions.feeLine)),
    '### Keywords of a schema',
    table(['keyword', 'meaning'], keyRows(definitions.schema)),
    '### Layout (`ui`)',
    table(['key', 'meaning'], keyRows(definitions.ui)),
    '### Options (`ui:options`)',
    table(['option', 'meaning'], keyRows(definitions.options)),
    '## texts.ja.json, texts.en.json',
    table(['key', 'meaning'], keyRows(texts)),
    '### Texts of a field',
    table(['key', 'meaning'], keyRows(record(texts.definitions).field)),
    '## Formats',
    table(
      ['format', 'example', 'regular expression', 'checked beyond it'],
      Object.keys(formats)
        .filter(isFormatName)
        .map((name) => {
          const { pattern, example, ...rest } = formats[name]
          return [`\`${name}\``, `\`${example}\``, `\`${pattern}\``, 'computed' in rest ? rest.computed : '']
        }),
    ),
    '## Widgets',
    table(
      ['widget', 'what it is', 'for'],
      widgetNames.map((name, index) => [`\`${name}\``, widgetTexts[index] ?? '', widgetFits[name]?.types ?? '']),
    ),
    '## Rules of the check',
    `An exception is written in form.json with its reason: \`"allow": [{ "rule": "…", "at": "/steps/0/…", "reason": "…" }]\`. Possible for: ${ruleIds
      .filter(isAllowable)
      .map((rule) => `\`${rule}\``)
      .join(', ')}.`,
    ...Object.entries(topics).flatMap(([topic, title]) => [
      `### ${title}`,
      ...ruleIds.filter((rule) => topicOf(rule) === topic).map(ruleSection),
    ]),
  ]
  return `${sections.join('\n\n')}\n`
}

function ruleSection(rule: RuleId): string {
  const [en, ja] = [ruleText(rule, 'en'), ruleText(rule, 'ja')]
  const wrong = wrongLine(rule)
  return [
    `#### ${rule}`,
    `${severityOf(rule) === 'error' ? 'Error' : 'Warning'}. ${en.title}<br>${ja.title}`,
    `> ${en.message}<br>${ja.message}`,
    ...(wrong === '' ? [] : ['Found in:', `\`\`\`text\n${wrong}\n\`\`\``]),
  ].join('\n\n')
}

/** The line of the bad example at the finding. */
function wrongLine(rule: RuleId): string {
  const { bad, at } = ruleExamples[rule]
  const content = exampleFiles(bad)[at.file ?? 'form.json'] ?? ''
  const offset = content.indexOf(at.text)
  const start = content.lastIndexOf('\n', offset) + 1
  const end = content.indexOf('\n', offset)
  const line = content.slice(start, end < 0 ? undefined : end).trim()
  return line.length < 4 || line.length > 220 ? '' : line
}
