import { toFindings } from '../source/finding.ts'
import type { Finding, Problem } from '../source/finding.ts'
import { findSources } from '../source/find-sources.ts'
import type { FoundSources } from '../source/find-sources.ts'
import { say } from '../source/messages.ts'
import type { Language } from '../../src/lib/language.ts'
import { report } from '../check/report.ts'
import type { ReportFormat } from '../check/report.ts'

export type Output = { out: (text: string) => void; err: (text: string) => void }

/** 0 success, 1 findings, 2 invalid call. */
export type ExitCode = 0 | 1 | 2

export type Options = {
  lang: Language
  format: ReportFormat
  paths: string[]
  out?: string
  to?: string
  tenant?: string
  service?: string
  type?: string
  template?: string
  title?: string
  published?: string
  port?: string
  static?: string
  answers?: string
  from?: string
  fix?: boolean
}

export type Command = (options: Options, output: Output) => Promise<ExitCode>

/** The command was called incorrectly; the message explains how. */
export class Misuse extends Error {}

/** The sources below the paths. Throws if no path is given, or if one does not exist. */
export function sourcesIn({ paths, lang }: Options): FoundSources {
  if (paths.length === 0) throw new Misuse(say('missing-path', lang))
  const sources = findSources(paths)
  const [missing] = sources.missing
  if (missing !== undefined) throw new Misuse(say('no-such-path', lang, { path: missing }))
  return sources
}

export function neededOption<Name extends keyof Options>(options: Options, name: Name): NonNullable<Options[Name]> {
  const value = options[name]
  if (value === undefined) throw new Misuse(say('missing-option', options.lang, { option: name }))
  return value
}

/** Prints problems in the requested format; JSON is printed even if there are none. */
export function printProblems(problems: readonly Problem[], { format, lang }: Options, output: Output): Finding[] {
  const findings = toFindings(problems, lang)
  if (format === 'json' || findings.length > 0) output.out(report(findings, format, lang))
  return findings
}
