import { statSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { formNameOf } from '../source/form-folder.ts'
import { relativeToHere } from '../source/load-source.ts'
import { say } from '../source/messages.ts'
import type { Language } from '../../src/lib/language.ts'
import { Misuse, command, onlyPath } from './command.ts'
import type { Options } from './command.ts'
import { isFormName, isTenantName } from '../source/form-name.ts'
import { formPlace, publishedTypes } from '../templates/form-place.ts'
import { publishedTemplate } from '../templates/published-template.ts'
import { takenMessage } from './taken-place.ts'

const standardTemplate = 'simple'

type Wanted = 'tenant' | 'service' | 'type' | 'template' | 'title'
// The template proposes the type.
const asked: Wanted[] = ['tenant', 'service', 'template', 'type', 'title']

/**
 * `new DIR --tenant … --service … [--type …] [--template …] [--title …]`; asks for missing values on a terminal. The
 * template may be a folder of published forms, from which the form is made again.
 */
export const newForm = command(asked, async (options, output) => {
  const { lang } = options
  const root = onlyPath(options)
  const { createForm, isCompleteTemplate, templateNames } = await import('../templates/new-form.ts')
  const { templateType } = await import('../templates/template-type.ts')
  const { restoreForm } = await import('../templates/restore-form.ts')
  const templates = templateNames()
  const answers = await completed(options, templates, templateType)
  const { template } = answers
  const isPublished = !templates.includes(template) && isFolder(template)
  if (!isPublished && !templates.includes(template))
    throw new Misuse(say('no-template', lang, { value: template, known: templates.join(', ') }))
  for (const name of ['tenant', 'service', 'type'] as const) {
    const isValid = name === 'tenant' ? isTenantName(answers[name]) : isFormName(answers[name])
    if (!isValid) throw new Misuse(say('no-id', lang, { option: name, value: answers[name] }))
  }
  const target = path.join(root, answers.tenant, answers.service, answers.type)
  const types = isPublished ? publishedTypes(template, answers) : [answers.type]
  if (!types.includes(answers.type))
    throw new Misuse(
      say('cannot-restore', lang, { name: formNameOf(target), published: template, types: types.join(', ') || '–' }),
    )
  const place = formPlace([root], isPublished ? { ...answers, template: publishedTemplate } : answers)
  if (place.kind !== 'free') throw new Misuse(takenMessage(place, target, lang))
  const names = { ...answers, root: path.resolve(root) }
  const folder = isPublished
    ? restoreForm(template, names)
    : createForm({ ...names, title: titleOf(answers, isCompleteTemplate(template)) })
  output.out(say('created', lang, { folder: relativeToHere(folder) }))
  return 0
})

function isFolder(name: string): boolean {
  return statSync(name, { throwIfNoEntry: false })?.isDirectory() === true
}

async function completed(
  options: Options<Wanted>,
  templates: string[],
  typeOf: (template: string) => string,
): Promise<{ [name in Wanted]: string }> {
  const standard = (name: Wanted): string => {
    if (name === 'template') return standardTemplate
    if (name !== 'type') return ''
    const template = given.template === '' ? standardTemplate : given.template
    return templates.includes(template) ? typeOf(template) : 'individual'
  }
  const given = Object.fromEntries(asked.map((name) => [name, options[name] ?? ''])) as { [name in Wanted]: string }
  const missing = asked.filter((name) => given[name] === '')
  if (missing.length > 0 && process.stdin.isTTY) await ask(missing, given, standard, templates, options.lang)
  for (const name of asked) if (given[name] === '') given[name] = standard(name)
  for (const name of ['tenant', 'service'] as const)
    if (given[name] === '') throw new Misuse(say('missing-option', options.lang, { option: name }))
  return given
}

/**
 * A complete template keeps its own title if none is given; forms of other templates are then named after their
 * service.
 */
function titleOf({ title, service }: { [name in Wanted]: string }, isComplete: boolean): { ja?: string } {
  if (isComplete) return title === '' ? {} : { ja: title }
  const text = title === '' ? service : title
  return { ja: text }
}

async function ask(
  missing: Wanted[],
  given: { [name in Wanted]: string },
  standardOf: (name: Wanted) => string,
  templates: string[],
  lang: Language,
): Promise<void> {
  const reader = createInterface({ input: process.stdin, output: process.stdout })
  for (const name of missing) {
    const standard = standardOf(name) === '' ? '' : ` [${standardOf(name)}]`
    given[name] = (
      await reader.question(`${say(`ask-${name}`, lang, { templates: templates.join(', ') })}${standard}: `)
    ).trim()
  }
  reader.close()
}
