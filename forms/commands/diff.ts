import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Definition, FormTexts } from '../../form-model/definition.ts'
import { isRecord } from '../../form-model/record.ts'
import type { ComparedForm } from '../changes/changes.ts'
import { leafChanges } from '../changes/leaf-changes.ts'
import type { Language } from '../source/messages.ts'
import { languages, say } from '../source/messages.ts'
import { Misuse } from './command.ts'
import type { Command } from './command.ts'

type Version = { form: ComparedForm; labels: Map<string, string>; texts: { [language in Language]?: unknown } }

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
  const texts = changedTexts(before.texts, after.texts)
  if (format === 'json') {
    output.out(
      JSON.stringify([...changes, ...texts.map((text) => ({ kind: 'text', ...text, drafts: 'none' }))], null, 2),
    )
    return 0
  }
  for (const change of changes)
    output.out(`- ${changeText(change, after.labels.get(change.path) ?? before.labels.get(change.path), lang)}`)
  for (const { path: name, before: from, after: to } of texts)
    output.out(`- ${say('change-text', lang, { name, before: wordsOf(from), after: wordsOf(to) })}`)
  if (changes.length + texts.length === 0) output.out(say('no-changes', lang))
  return 0
}

/**
 * Every text that differs in a language of both versions; for added and removed fields, their texts are listed with
 * them.
 */
function changedTexts(before: Version['texts'], after: Version['texts']) {
  return languages.flatMap((language) => {
    const [old, now] = [before[language], after[language]]
    if (old === undefined || now === undefined) return []
    return leafChanges(old, now)
      .filter((leaf) => typeof leaf.before === 'string' || typeof leaf.after === 'string')
      .map((leaf) => ({ path: `texts.${language}${leaf.pointer}`, before: leaf.before, after: leaf.after }))
  })
}

function wordsOf(text: unknown): string {
  return typeof text === 'string' ? text : ''
}

async function readVersion(given: string, lang: Language): Promise<Version> {
  const folder = path.resolve(given)
  if (existsSync(path.join(folder, 'form.json'))) {
    const [{ loadSourceForm }, { publishedTexts }] = await Promise.all([
      import('../source/load-source.ts'),
      import('../source/published-texts.ts'),
    ])
    const form = loadSourceForm(folder)
    const { layout = 'steps', requiredWhen, checks, fee, delivery, renamed } = form.value as Partial<Definition>
    const whole = {
      ...(requiredWhen ? { requiredWhen } : {}),
      ...(checks ? { checks } : {}),
      ...(fee ? { fee } : {}),
      ...(delivery ? { delivery } : {}),
      ...(renamed ? { renamed } : {}),
    }
    return {
      form: { steps: form.steps, layout, ...whole },
      labels: labelsIn(form.texts[lang]?.fields),
      texts: { ja: publishedTexts(form, 'ja'), en: publishedTexts(form, 'en') },
    }
  }
  const file = path.join(folder, 'definition.json')
  if (!existsSync(file)) throw new Misuse(say('no-version', lang, { path: given }))
  const texts = Object.fromEntries(
    languages.flatMap((language) => {
      const textFile = path.join(folder, `texts.${language}.json`)
      return existsSync(textFile) ? [[language, JSON.parse(readFileSync(textFile, 'utf8')) as FormTexts]] : []
    }),
  ) as { [language in Language]?: FormTexts }
  return { form: JSON.parse(readFileSync(file, 'utf8')) as Definition, labels: labelsIn(texts[lang]?.fields), texts }
}

function labelsIn(fields: { [path: string]: unknown } | undefined): Map<string, string> {
  return new Map(
    Object.entries(fields ?? {}).flatMap(([place, text]) =>
      isRecord(text) && typeof text.label === 'string' ? [[place, text.label]] : [],
    ),
  )
}
