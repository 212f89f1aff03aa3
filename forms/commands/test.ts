import { hasErrors } from '../source/finding.ts'
import type { Problem } from '../source/finding.ts'
import { relativeToHere } from '../source/load-source.ts'
import { say } from '../source/messages.ts'
import { Misuse, command, printProblems, sourcesIn } from './command.ts'

/** `test DIR…` */
export const test = command(['format'], async (options, output) => {
  const { lang, format, paths } = options
  const { folders } = sourcesIn(options)
  if (folders.length === 0) throw new Misuse(say('no-forms', lang, { path: paths.join(' ') }))
  const [{ checkForm }, { testForm }, { startDrawing }, { undrawnSteps }] = await Promise.all([
    import('../check/check-form.ts'),
    import('../check/test-form.ts'),
    import('../draw/drawing.ts'),
    import('../draw/undrawn-steps.ts'),
  ])
  const drawing = await startDrawing()
  const now = Date.now()
  const problems: Problem[] = []
  const lines: string[] = []
  let acceptsWrong = false
  for (const folder of folders) {
    const checked = checkForm(folder, { now })
    const tested = testForm(checked, now)
    problems.push(...checked.problems, ...(tested?.problems ?? []), ...(await undrawnSteps(drawing, checked, now)))
    const name = relativeToHere(folder)
    if (!tested) lines.push(say('not-tested', lang, { name }))
    else {
      const { samples, generated, wrong, branches } = tested
      lines.push(
        say('tested', lang, {
          name,
          valid: samples.valid,
          invalid: samples.invalid,
          accepted: generated.accepted,
          tried: generated.tried,
          refused: wrong.refused,
          wrong: wrong.tried,
          covered: branches.filter(({ bySamples }) => bySamples).length,
          generated: branches.filter(({ byGenerated, bySamples }) => byGenerated || bySamples).length,
          branches: branches.length,
        }),
        ...wrong.accepted.map((place) => say('wrong-accepted', lang, place)),
      )
      acceptsWrong ||= wrong.accepted.length > 0
    }
  }
  await drawing.close()
  const findings = printProblems(problems, options, output)
  if (format === 'text') for (const line of lines) output.out(line)
  return hasErrors(findings) || acceptsWrong ? 1 : 0
})
