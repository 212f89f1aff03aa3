import type { Answers, Definition, FormSource, FormTexts, StepAnswers } from '../../form-model/definition.ts'
import { isRecord } from '../../form-model/record.ts'
import { askedSchemas } from '../compile/asked-schemas.ts'
import { compileValidatorModule } from '../compile/compile-validator.ts'
import { formVersionOf, toJson } from './form-version.ts'
import type { FormRunner, ValidatedForm } from '../samples/form-runner.ts'
import { validatorSchemas } from '../samples/form-runner.ts'
import { generateAnswers } from '../samples/generate-answers.ts'
import { languages } from '../../src/lib/language.ts'
import { headingPhrases } from '../phrases/phrases.ts'
import { publishedTexts } from '../source/published-texts.ts'
import type { SourceForm } from '../source/load-source.ts'
import { checkedForm } from '../samples/samples.ts'
import type { Samples } from '../samples/samples.ts'

/** The files of one version. */
export type BuiltForm = {
  definition: Definition
  /** Contents by file name. */
  files: { [name: string]: string }
}

const generatedSeeds = 6

/** Creates the published version of a form whose check found no error. The same source gives the same version. */
export function buildForm(form: SourceForm, runner: FormRunner, samples: Samples, now: number): BuiltForm {
  const answers = [
    ...samples.valid,
    ...samples.invalid,
    ...Array.from({ length: generatedSeeds }, (_, seed) => ({
      answers: generateAnswers(checkedForm(form), runner, seed, now) ?? {},
    })),
  ].map((sample) => sample.answers)
  const validator = validatorModule(form, answers)

  const { engine, layout = 'steps', requiredWhen, checks, fee, delivery, booking, renamed } = form.value as FormSource
  const content: Omit<Definition, 'formVersion'> = {
    engine,
    tenantId: form.tenantId,
    serviceId: form.serviceId,
    type: form.type,
    layout,
    steps: form.steps.map(({ id, schema, ui, visibleWhen }) => ({
      id,
      schema,
      ui,
      ...(visibleWhen ? { visibleWhen } : {}),
    })),
    ...(requiredWhen
      ? {
          requiredWhen: requiredWhen.map((rule, index) => ({
            ...rule,
            when: form.conditions[`required:${index}`]?.schema ?? rule.when,
          })),
        }
      : {}),
    ...(checks ? { checks } : {}),
    ...(fee
      ? {
          fee: {
            lines: fee.lines.map((line, index) => {
              const when = form.conditions[`fee:${index}`]?.schema
              const exempt = form.conditions[`fee:${index}:exempt`]?.schema
              return {
                ...line,
                ...(when ? { when } : {}),
                ...(line.exempt && exempt ? { exempt: { ...line.exempt, when: exempt } } : {}),
              }
            }),
          },
        }
      : {}),
    ...(renamed ? { renamed } : {}),
    ...(booking ? { booking } : {}),
    ...(delivery ? { delivery: { when: form.conditions.delivery?.schema ?? delivery.when } } : {}),
  }
  const texts = Object.fromEntries(
    languages.map((language) => [`texts.${language}.json`, toJson(withPhrases(publishedTexts(form, language)))]),
  )
  const formVersion = formVersionOf({ definition: content, texts, validator })
  const definition: Definition = { ...content, formVersion }
  return { definition, files: { 'definition.json': toJson(definition), ...texts, 'validator.js': validator } }
}

/** The code of a form's validator, with what the portal asks it about these answers. */
export function validatorModule(form: ValidatedForm, answers: readonly Answers[]): string {
  const sub = Object.assign(
    {},
    ...form.steps.map(({ id, schema }) =>
      askedSchemas(
        schema,
        answers.flatMap((all): StepAnswers[] => (Object.hasOwn(all, id) && isRecord(all[id]) ? [all[id]] : [])),
      ),
    ),
  ) as { [key: string]: { [keyword: string]: unknown } }
  return compileValidatorModule({ ...validatorSchemas(form), sub: sortKeys(sub) })
}

function withPhrases(texts: FormTexts): FormTexts {
  const phrases = headingPhrases([texts.title, ...Object.values(texts.steps).map(({ title }) => title)])
  return phrases.length === 0 ? texts : { ...texts, phrases }
}

function sortKeys<T>(record: { [key: string]: T }): { [key: string]: T } {
  return Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
