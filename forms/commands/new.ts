import { existsSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { relativeToHere } from '../source/load-source.ts'
import { say } from '../source/messages.ts'
import type { Language } from '../../src/lib/language.ts'
import { Misuse, command, onlyPath } from './command.ts'
import type { Options } from './command.ts'
import { isFormName, isTenantName } from '../source/form-name.ts'

const standardTemplate = 'simple'

type Wanted = 'tenant' | 'service' | 'type' | 'template' | 'title'
// The template proposes the type.
const asked: Wanted[] = ['tenant', 'service', 'template', 'type', 'title']

/** `new DIR --tenant … --service … [--type …] [--template …] [--title …]`; asks for missing values on a terminal. */
export const newForm = command(asked, async (options, output) => {
  const { lang } = options
  const root = onlyPath(options)
  const { createForm, isCompleteTemplate, templateNames } = await import('../templates/new-form.ts')
  const { templateType } = await import('../templates/template-type.ts')
  const templates = templateNames()
  const answers = await completed(options, templates, templateType)
  if (!templates.includes(answers.template))
    throw new Misuse(say('no-template', lang, { value: answers.template, known: templates.join(', ') }))
  for (const name of ['tenant', 'service', 'type'] as const) {
    const isValid = name === 'tenant' ? isTenantName(answers[name]) : isFormName(answers[name])
    if (!isValid) throw new Misuse(say('no-id', lang, { option: name, value: answers[name] }))
  }
  const target = path.join(root, answers.tenant, answers.service, answers.type)
  if (existsSync(target)) throw new Misuse(say('already-there', lang, { path: target }))
  const folder = createForm({
    root: path.resolve(root),
    ...answers,
    title: titleOf(answers, isCompleteTemplate(answers.template)),
  })
  output.out(say('created', lang, { folder: relativeToHere(folder) }))
  return 0
})

async function completed(
  options: Options<Wanted>,
  templates: string[],
  typeOf: (template: string) => string,
): Promise<{ [name in Wanted]: string }> {
  const standard = (name: Wanted): string => {
    if (name === 'template') return standardTemplate
    if (name !== 'type') return ''
    const template = given.template === '' ? standardTemplate : given.template
    return templates.includes(template) ? typeOf(template) : ''
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
