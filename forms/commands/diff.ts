import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Definition, FormTexts } from '../../form-model/definition.ts'
import { isRecord } from '../../form-model/record.ts'
import type { ComparedForm } from '../changes/changes.ts'
import type { Language } from '../source/messages.ts'
import { say } from '../source/messages.ts'
import { Misuse } from './command.ts'
import type { Command } from './command.ts'

type Version = { form: ComparedForm; labels: Map<string, string> }

/** `diff A B`: each a folder with a form.json, or a folder of a built version. */
export const diff: Command = async (options, output) => {
  const { lang, format, paths } = options
  const [first, second] = paths
  if (first === undefined || second === undefined || paths.length > 2) throw new Misuse(say('two-versions', lang))
  const [before, after] = await Promise.all([readVersion(first, lang), readVersion(second, lang)])
  const [{ compareForms }, { changeText }] = await Promise.all([
    import('../changes/changes.ts'),
    import('../changes/changes-text.ts'),
  ])
  const changes = compareForms(before.form, after.form)
  const texts = changedLabels(before.labels, after.labels)
  if (format === 'json') {
    output.out(
      JSON.stringify(
        [
          ...changes,
          ...texts.map(({ path: place, from, to }) => ({
            kind: 'text',
            path: place,
            before: from,
            after: to,
            drafts: 'none',
          })),
        ],
        null,
        2,
      ),
    )
    return 0
  }
  for (const change of changes)
    output.out(`- ${changeText(change, after.labels.get(change.path) ?? before.labels.get(change.path), lang)}`)
  for (const { path: place, from, to } of texts)
    output.out(`- ${say('change-text', lang, { name: place, before: from, after: to })}`)
  if (changes.length + texts.length === 0) output.out(say('no-changes', lang))
  return 0
}

function changedLabels(before: Map<string, string>, after: Map<string, string>) {
  return [...after].flatMap(([place, to]) => {
    const from = before.get(place)
    return from === undefined || from === to ? [] : [{ path: place, from, to }]
  })
}

async function readVersion(given: string, lang: Language): Promise<Version> {
  const folder = path.resolve(given)
  if (existsSync(path.join(folder, 'form.json'))) {
    const { loadSourceForm } = await import('../source/load-source.ts')
    const form = loadSourceForm(folder)
    const { requiredWhen, checks, fee } = form.value as Partial<Definition>
    const whole = { ...(requiredWhen ? { requiredWhen } : {}), ...(checks ? { checks } : {}), ...(fee ? { fee } : {}) }
    return { form: { steps: form.steps, ...whole }, labels: labelsIn(form.texts[lang]?.fields) }
  }
  const file = path.join(folder, 'definition.json')
  if (!existsSync(file)) throw new Misuse(say('no-version', lang, { path: given }))
  const texts = JSON.parse(readFileSync(path.join(folder, `texts.${lang}.json`), 'utf8')) as FormTexts
  return { form: JSON.parse(readFileSync(file, 'utf8')) as Definition, labels: labelsIn(texts.fields) }
}

function labelsIn(fields: { [path: string]: unknown } | undefined): Map<string, string> {
  return new Map(
    Object.entries(fields ?? {}).flatMap(([place, text]) =>
      isRecord(text) && typeof text.label === 'string' ? [[place, text.label]] : [],
    ),
  )
}
