import type { parseArgs } from 'node:util'
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

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const

/** The options of all commands. */
export const knownOptions = {
  lang: text,
  format: text,
  out: text,
  to: text,
  tenant: text,
  service: text,
  type: text,
  template: text,
  title: text,
  published: text,
  port: text,
  static: text,
  from: text,
  until: text,
  by: text,
  reason: text,
  fix: flag,
  write: flag,
  compare: flag,
  serve: text,
  vectors: text,
}

type Given = ReturnType<typeof parseArgs<{ options: typeof knownOptions }>>['values']

/** The options that only some commands have. */
export type OwnOptions = Omit<Given, 'lang' | 'format'> & { format: ReportFormat }

export type Options<Name extends keyof OwnOptions = never> = { lang: Language; paths: string[] } & Pick<
  OwnOptions,
  Name
>

export type Command<Name extends keyof OwnOptions = keyof OwnOptions> = {
  options: readonly Name[]
  run: (options: Options<Name>, output: Output) => Promise<ExitCode>
}

/** A command with its own options. The command line refuses all others, because the command would ignore them. */
export function command<Name extends keyof OwnOptions>(
  options: readonly Name[],
  run: Command<Name>['run'],
): Command<Name> {
  return { options, run }
}

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

/** The path of a command that takes exactly one. */
export function onlyPath({ paths, lang }: Options): string {
  const [first, another] = paths
  if (first === undefined) throw new Misuse(say('missing-path', lang))
  if (another !== undefined) throw new Misuse(say('one-path', lang, { path: another }))
  return first
}

/** The folder of the form of a command for exactly one. */
export function onlyForm(options: Options): string {
  const [folder, another] = sourcesIn(options).folders
  if (folder === undefined || another !== undefined) throw new Misuse(say('one-form', options.lang))
  return folder
}

export function neededOption<Name extends 'out' | 'to'>(options: Options<Name>, name: Name): string {
  const value = options[name]
  if (value === undefined) throw new Misuse(say('missing-option', options.lang, { option: name }))
  return value
}

/** Prints problems in the requested format; JSON is printed even if there are none. */
export function printProblems(
  problems: readonly Problem[],
  { format, lang }: Options<'format'>,
  output: Output,
): Finding[] {
  const findings = toFindings(problems, lang)
  if (format === 'json' || findings.length > 0) output.out(report(findings, format, lang))
  return findings
}
