import path from 'node:path'
import { hasErrors } from '../source/finding.ts'
import { relativeToHere } from '../source/load-source.ts'
import { say } from '../source/messages.ts'
import { severityOf } from '../source/rule-list.ts'
import type { Difference } from '../import/compare-verdicts.ts'
import type { Change, ReportedQuestion } from '../import/import-changes.ts'
import type { Language } from '../../src/lib/language.ts'
import { Misuse, command, neededOption, printProblems, sourcesIn } from './command.ts'
import { takenMessage } from './taken-place.ts'

const ownOptions = ['format', 'out', 'tenant', 'type', 'compare'] as const

/** `import FILE… --out DIR [--tenant ID] [--type ID] [--compare]` */
export const importSchemas = command(ownOptions, async (options, output) => {
  const { lang, format, tenant, type } = options
  const { schemas } = sourcesIn(options)
  const out = path.resolve(neededOption(options, 'out'))
  if (schemas.length === 0) throw new Misuse(say('no-schemas', lang, { path: options.paths.join(' ') }))
  const [{ importFile }, { kindOfChange, questionsAround }, { unexplained }, { compareVerdicts }, { checkForm }] =
    await Promise.all([
      import('../import/import-files.ts'),
      import('../import/import-changes.ts'),
      import('../import/unexplained.ts'),
      import('../import/compare-verdicts.ts'),
      import('../check/check-form.ts'),
    ])
  const names = {
    ...(tenant === undefined ? {} : { tenantId: tenant }),
    ...(type === undefined ? {} : { type }),
  }
  const results = schemas.map((file) => ({ file, ...importFile(file, out, names) }))
  const findings = printProblems(
    results.flatMap(({ problems }) => problems),
    options,
    output,
  )
  const taken = results.flatMap(({ file, taken: found }) => (found === null ? [] : [{ file, ...found }]))
  for (const { file, folder, why } of taken)
    output.err(
      why.kind === 'exists'
        ? say('import-taken', lang, { file: relativeToHere(file), folder: relativeToHere(folder) })
        : `${relativeToHere(file)}: ${takenMessage(why, folder, lang)}`,
    )
  let silent = 0
  for (const { file, folder, imported, samples, problems } of results) {
    if (folder === null || imported === null) {
      const isTaken = taken.some((one) => one.file === file)
      if (!isTaken && format === 'text') output.out(say('not-imported', lang, { file: relativeToHere(file) }))
      continue
    }
    const { questions, others } = imported.report
    const lineOf = (change: Change) => changeLine(change, kindOfChange(change), lang)
    const changed = questions.filter(({ changes }) => changes.length > 0)
    const lines = [
      ...questions.flatMap((question) => [questionLine(question, lang), ...question.changes.map(lineOf)]),
      ...others.map((change) => `${placeLine(change.place)}${lineOf(change)}`),
    ]
    if (format === 'text') for (const line of lines) output.out(line)
    const isRefused = problems.some(({ rule }) => severityOf(rule) === 'error')
    if (options.compare === true) {
      const now = Date.now()
      // The form of a file with errors is to be corrected first.
      const none = { compared: 0, differences: [] }
      const { compared, differences } = isRefused ? none : compareVerdicts(imported, checkForm(folder, { now }), now)
      const unknown = unexplained(differences, imported.report)
      silent += unknown.length
      for (const difference of differences) {
        const prefix = unknown.includes(difference) ? `${say('unreported', lang)} ` : ''
        const [question] = questionsAround(difference.question, imported.report)
        output.err(`${prefix}${question ? placeLine(question.place) : ''} ${differenceText(difference, lang)}`)
      }
      const counts = { compared, differences: differences.length, unknown: unknown.length }
      output.err(say(compared === 0 ? 'not-compared' : 'compared', lang, counts))
    }
    if (format === 'text')
      output.out(
        say(isRefused ? 'imported-with-errors' : 'imported', lang, {
          folder: relativeToHere(folder),
          kept: questions.length - changed.length,
          changed: changed.length,
          others: others.length,
          samples: samples.examples + samples.generated,
        }),
      )
  }
  return hasErrors(findings) || taken.length > 0 || silent > 0 ? 1 : 0
})

function placeLine({ source, pointer }: Change['place']): string {
  const { line, column } = source.positionOf(pointer, 'key')
  return `${source.file}:${line}:${column}`
}

function questionLine({ path: field, label, place, changes }: ReportedQuestion, lang: Language): string {
  const kept = changes.length === 0 ? ` ${say('question-kept', lang)}` : ''
  return `${placeLine(place)} ${say('question', lang, { field, label })}${kept}`
}

function changeLine({ key, params }: Change, kind: 'changed' | 'left-out', lang: Language): string {
  return `    ${say(kind, lang)} ${say(`import-${key}`, lang, params)}`
}

function differenceText({ question, answer, acceptedBy, keyword }: Difference, lang: Language): string {
  const written = answer === undefined ? say('no-answer', lang) : JSON.stringify(answer)
  return say(`accepted-by-${acceptedBy}`, lang, {
    field: question,
    answer: written.length > 60 ? `${written.slice(0, 60)}…` : written,
    keyword,
  })
}
